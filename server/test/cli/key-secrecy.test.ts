import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleWorkspace } from '../support/world.ts';
import { runInside } from './support/understudy.ts';

test('a key is shown when it is created and never again, and the stored data contains only the hash', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const understudy = async (...args: string[]) => {
    const { code, stdout, stderr } = await runInside(args, { UNDERSTUDY_DATA_DIR: join(folder, 'data') });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  writeFileSync(join(folder, 'workspaces.json'), JSON.stringify({ workspaces: [sampleWorkspace('ws_aurora')] }));
  await understudy('import', join(folder, 'workspaces.json'));

  const made = JSON.parse(
    await understudy(
      'keys',
      'create',
      '--workspace',
      'ws_aurora',
      '--name',
      'desk',
      '--scopes',
      'usage:read',
      '--json',
    ),
  );
  expect(made.key).toMatch(/^ustudy_live_[0-9A-Za-z]{38}$/);
  const secret = made.key.slice('ustudy_live_'.length, -6);

  const listed = await understudy('keys', 'list', '--workspace', 'ws_aurora', '--json');
  const shown = [listed, await understudy('keys', 'list'), await understudy('export', '--workspace', 'ws_aurora')];
  expect(listed).toContain(made.id);
  for (const text of shown) expect(text).not.toContain(secret);

  const stored = readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');
  const hash = createHash('sha256').update(made.key).digest();
  expect(stored).not.toContain(secret);
  expect(stored.includes(hash.toString('hex')) || stored.includes(hash.toString('latin1'))).toBe(true);
});
