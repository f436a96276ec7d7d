import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { freshFolder, type Place } from '../../cli/support/places.ts';
import { runInside } from '../../cli/support/understudy.ts';
import { serveInside } from '../../support/service-inside.ts';
import { sampleWorkspace } from '../../support/world.ts';

const workspaceId = 'ws_kinds';

/** Starts a service with one workspace, and returns the commands and calls for it. */
export async function openKind(fresh: () => Promise<Place>, env: Readonly<Record<string, string>> = {}) {
  const place: Place = {
    ...(await fresh()),
    UNDERSTUDY_INBOX_POLL_MS: '50',
    UNDERSTUDY_SEALING_KEYS: Buffer.alloc(32, 7).toString('base64'),
    ...env,
  };
  const file = join(freshFolder(), 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] }));
  const imported = await runInside(['import', file, '--json'], place);
  expect(imported.code, imported.stderr).toBe(0);
  const service = await serveInside(place);
  onTestFinished(async () => {
    await service.stop();
  });
  const inside = { ...place, UNDERSTUDY_PUBLIC_URL: service.url };
  const command = (...args: string[]) => runInside([...args, '--workspace', workspaceId, '--json'], inside);
  const run = (...args: string[]) => runInside(args, inside);
  const connect = (id: string, kind: string, ...options: string[]) =>
    command(
      ...['connections', 'create', '--profile', 'prof_aurora', '--kind', kind, '--id', id, '--quiet-seconds', '0'],
      ...['--max-wait-seconds', '1', ...options],
    );
  const connection = async (id: string) =>
    (await command('connections', 'list')).json().find((one: { id: string }) => one.id === id);
  const messages = async () => {
    const exported = await runInside(['export', '--workspace', workspaceId, '--json'], inside);
    const document = JSON.parse(exported.stdout);
    return (document.workspaces[0].conversations ?? []).flatMap(
      ({ messages: all = [] }: { messages?: object[] }) => all,
    ) as {
      id: string;
      body: string;
      direction: string;
      sender_type?: string;
      deletedAt?: string;
      attachments?: string[];
    }[];
  };
  /** Creates a file with a secret for `--secret-file`. */
  const secretFile = (name: string, secret: string): string => {
    const path = join(freshFolder(), name);
    writeFileSync(path, `${secret}\n`);
    return `--secret-file=${name}=${path}`;
  };
  const eventually = <Result>(look: () => Promise<Result>) => vi.waitFor(look, { timeout: 90_000, interval: 250 });
  return { place, url: service.url, command, run, connect, connection, messages, secretFile, eventually, inside };
}
