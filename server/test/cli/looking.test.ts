import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshDataFolder, freshFile, onBothStores } from './support/places.ts';
import { runInside } from './support/understudy.ts';

test('a command that only reads leaves no data folder if there is none', async () => {
  const env = freshDataFolder();
  const folder = env['UNDERSTUDY_DATA_DIR'] ?? '';
  const file = freshFile('one.json', JSON.stringify({ workspaces: [sampleWorkspace('ws_one')] }));
  const dry = await runInside(['import', file, '--dry-run', '--json'], env);
  expect([dry.code, dry.json().workspaces.created]).toEqual([0, 1]);
  for (const line of ['workspaces list --json', 'keys list --json']) {
    const { code, stdout } = await runInside(line.split(' '), env);
    expect([line, code, stdout]).toEqual([line, 0, '[]\n']);
  }
  for (const line of ['conversations list -w ws', 'notifications list -w ws', 'usage -w ws', 'export -w ws']) {
    const { code, stderr } = await runInside(line.split(' '), env);
    expect([line, code]).toEqual([line, 1]);
    expect(stderr).toContain('no workspace');
  }
  expect(existsSync(folder)).toBe(false);
});

test('a first start whose port is in use reports it, and leaves no data folder', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const env = freshDataFolder();
  const { code, stderr } = await runInside(['serve'], { ...env, PORT: String(port) });
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
  expect(existsSync(env['UNDERSTUDY_DATA_DIR'] ?? '')).toBe(false);
});

onBothStores((fresh) => {
  test('a list with --json is complete, and the part beyond a limit is reported on standard error', async () => {
    const env = await fresh();
    const conversations = Array.from({ length: 130 }, (_, index) => ({ id: `c_${index}`, profileId: 'prof_aurora' }));
    await bringIn(env, { workspaces: [{ ...sampleWorkspace('ws_many'), conversations }] });
    const list = async (...options: string[]) => {
      const { stdout, stderr } = await runInside(['conversations', 'list', '-w', 'ws_many', ...options], env);
      return { stdout, stderr };
    };
    const whole = await list('--json');
    expect(JSON.parse(whole.stdout)).toHaveLength(130);
    expect(whole.stderr).toBe('');
    const some = await list('--json', '--limit', '7');
    expect(JSON.parse(some.stdout)).toHaveLength(7);
    expect(some.stderr).toBe('Only the newest 7 are listed; there are more (--limit shows more, up to 10000).\n');
    const shown = await list();
    expect(shown.stdout.trim().split('\n')).toHaveLength(101);
    expect(shown.stderr).toContain('Only the newest 100 are listed; there are more');
    expect((await list('--limit', '130')).stderr).toBe('');
  });
});
