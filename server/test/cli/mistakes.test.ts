import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bringIn, freshDataFolder, freshFile, freshFolder } from './support/places.ts';
import { runInside, understudy } from './support/understudy.ts';

test.each([
  [['frobnicate'], "Unknown command 'frobnicate'"],
  [['impotr', 'x.yaml'], 'Did you mean import?'],
  [['keys', 'frob'], "Unknown command 'frob'"],
  [['serve', '--nope'], "Unknown option '--nope'"],
  [['import'], "Missing required argument 'file'"],
  [['import', 'one.yaml', 'two.yaml'], 'Expected 1 argument but got 2'],
  [['usage'], '--workspace <id>'],
  [['keys', 'create', '-w', 'w', '-n', 'n'], '--scopes <list>'],
  [['keys', 'create', '-w', 'w', '-n', 'n', '-s', 'replies:wriet'], 'Did you mean replies:write?'],
  [['keys', 'create', '-w', 'w', '-n', 'n', '-s', 'all', '-e', 'soon'], '90d, 24h or 15m'],
  [['keys', 'rotate', 'key_x', '--overlap=-1d'], '90d, 24h or 15m'],
  [['keys', 'create', '-w', 'w', '-n', 'a\nb', '-s', 'all'], 'Remove control characters'],
  [['keys', 'create', '-w', 'w'.repeat(121), '-n', 'n', '-s', 'all'], '1 to 120 characters; the value has 121'],
  [['conversations', 'list', '-w', 'w', '--state', 'shut'], 'open, awaiting_owner, closed'],
  [['conversations', 'list', '-w', 'w', '--limit', '0'], 'a whole number from 1 to 10000'],
  [['usage', 'record', '-w', 'w', '--source', 'mail', '--id', 'x'], 'inbox, page'],
  [['demo', '--profile', 'prof_nobody'], 'prof_aurora, prof_kai'],
])(
  'an invalid command line (%j) exits with 2, says why on standard error, and prints nothing else',
  async (args, why) => {
    const { code, stdout, stderr } = await runInside(args, freshDataFolder());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  },
);

test('a mistyped command line exits with 2', async () => {
  const { code, stdout, stderr } = await understudy(['impotr', 'x.yaml']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Did you mean import?');
});

test('an error about a missing record names it, and the nearest existing record or the command that lists them', async () => {
  const place = freshDataFolder();
  await bringIn(place, { workspaces: [{ id: 'ws_aurora', name: 'Aurora', plan: 'creator' }] });
  for (const [args, why] of [
    [['usage', '-w', 'ws_aurroa', '--json'], 'There is no workspace "ws_aurroa". Did you mean "ws_aurora"?'],
    [['export', '-w', 'elsewhere'], '"understudy workspaces list" lists all workspaces.'],
    [['keys', 'create', '-w', 'elsewhere', '-n', 'n', '-s', 'all'], 'There is no workspace "elsewhere"'],
    [['keys', 'revoke', 'key_none'], 'There is no key "key_none"'],
    [['conversations', 'resolve', 'conv_none', '-w', 'ws_aurora'], 'has no conversation "conv_none"'],
    [['notifications', 'retry', 'ntf_none', '-w', 'ws_aurora'], 'has no failed notification "ntf_none"'],
    [
      ['explain', '--request', 'key-none-1', '-w', 'ws_aurora'],
      'has no stored draft with the idempotency key "key-none-1"',
    ],
  ] as const) {
    const { code, stdout, stderr } = await runInside(args, place);
    expect([args, code, stdout]).toEqual([args, 1, '']);
    expect(stderr).toContain(why);
  }
});

test.each([
  ['bytes.yaml', new Uint8Array([0x77, 0x3a, 0xff, 0xfe, 0x00]), ['is not UTF-8 text: line 1']],
  ['zeros.json', new Uint8Array(64), ['is not']],
  ['empty.yaml', '', ['is empty. A workspace document contains a list of "workspaces"']],
  ['text.yaml', 'just words', ['the document must be an object; it is a string']],
  ['open.json', '{"workspaces": [}', ['is not valid JSON', 'line 1, column 17']],
  ['open.yaml', 'workspaces:\n  - id: [a\n  name: b', ['is not valid YAML', 'line 3']],
  [
    'twice.json',
    '{"workspaces":[{"id":"a","name":"A","plan":"studio"},{"id":"a","name":"B","plan":"studio"}]}',
    ['workspaces[1]'],
  ],
])('%s, an invalid workspace document, is refused with the place or the format', async (name, content, said) => {
  const { code, stdout, stderr } = await runInside(['import', freshFile(name, content)], freshDataFolder());
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(name);
  for (const words of said) expect(stderr).toContain(words);
});

test('a file that is missing, is a folder or must not be read is reported as such', async () => {
  const folder = freshFolder();
  const place = { UNDERSTUDY_DATA_DIR: join(folder, 'data') };
  expect((await understudy(['import', 'none.yaml'], { env: place, cwd: folder })).stderr).toContain(
    'none.yaml cannot be read: the file does not exist',
  );
  expect((await understudy(['import', '.'], { env: place, cwd: folder })).stderr).toContain('it is a folder');
  expect((await runInside(['import', '-'], place)).stderr).toContain('standard input is empty');
});

test('an impossible data folder is reported with the remedy, by every command and by the doctor', async () => {
  const place = { UNDERSTUDY_DATA_DIR: freshFile('data', 'a file stands here') };
  for (const args of [['workspaces', 'list', '--json'], ['serve'], ['migrate']]) {
    const { code, stdout, stderr } = await understudy(args, { env: { ...place, PORT: '0' } });
    expect([args, code, stdout]).toEqual([args, 1, '']);
    expect(stderr).toContain('something that is not a folder is in its place');
    expect(stderr).toContain('UNDERSTUDY_DATA_DIR');
  }
  const { code, stdout } = await runInside(['doctor'], place);
  expect(code).toBe(1);
  expect(stdout).toContain('is not a folder');
});

test.skipIf(process.getuid?.() === 0)('an unreadable data folder is reported with the remedy', async () => {
  const folder = join(freshFolder(), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o000);
  const { code, stderr } = await understudy(['workspaces', 'list'], { env: { UNDERSTUDY_DATA_DIR: folder } });
  chmodSync(folder, 0o700);
  expect(code).toBe(1);
  expect(stderr).toContain('permission denied');
});

test.each([
  ['postgres://someone:hunter2secret@127.0.0.1:1/none', 'the database cannot be reached'],
  ['mysql://someone:hunter2secret@127.0.0.1/none', 'DATABASE_URL must be a URL that starts with postgres://'],
  ['hunter2secret', 'DATABASE_URL must be'],
])('an unreachable DATABASE_URL is reported, and no command shows its password', async (url, why) => {
  // A service would wait for a database that is not available.
  const serving = why === 'the database cannot be reached' ? [] : [['serve']];
  for (const args of [['workspaces', 'list'], ['doctor'], ...serving, ['migrate', '--json']]) {
    const env = { DATABASE_URL: url, UNDERSTUDY_LOG_LEVEL: 'debug' };
    const { code, stdout, stderr } = await (args[0] === 'serve' ? understudy(args, { env }) : runInside(args, env));
    expect([args, code]).toEqual([args, 1]);
    expect(stdout + stderr).toContain(why);
    expect(stdout + stderr).not.toContain('hunter2secret');
  }
});

test('every command names the missing certificate file of a DATABASE_URL', async () => {
  const url = 'postgres://someone:hunter2secret@127.0.0.1:1/none?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
  for (const args of [['workspaces', 'list'], ['doctor'], ['serve'], ['backup', 'any']]) {
    const { code, stdout, stderr } = await runInside(args, { DATABASE_URL: url });
    expect([args, code]).toEqual([args, 1]);
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain('The file /nowhere/ca.pem, which DATABASE_URL names');
    expect(stdout + stderr).not.toContain('hunter2secret');
  }
});

test('a database that accepts no encrypted connections is reported as such, with both remedies', async () => {
  // PostgreSQL's answer to a request for TLS.
  const plain = createServer((socket) => socket.on('data', () => socket.write('N')).on('error', () => undefined));
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stderr } = await runInside(['workspaces', 'list'], {
    DATABASE_URL: `postgres://someone@127.0.0.1:${port}/none?sslmode=verify-full`,
  });
  plain.close();
  expect(code).toBe(1);
  expect(stderr).toContain(
    'The database does not accept encrypted connections, but DATABASE_URL asks for one. Turn on TLS',
  );
});

test('invalid settings stop every command, and all are named together with their valid values', async () => {
  const env = { ...freshDataFolder(), PORT: 'x', UNDERSTUDY_LOGLEVEL: 'info', UNDERSTUDY_LEASE_SECONDS: '1' };
  const { code, stderr } = await runInside(['serve'], env);
  expect(code).toBe(1);
  expect(stderr).toContain('3 settings are wrong');
  expect(stderr).toContain('PORT must be a whole number from 0 to 65535; found "x"');
  expect(stderr).toContain('did you mean UNDERSTUDY_LOG_LEVEL?');
  expect(stderr).toContain('UNDERSTUDY_LEASE_SECONDS must be a whole number from 5 to 600 (seconds)');
});
