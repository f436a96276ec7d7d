import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { OperatorError } from '../../src/lib/errors.ts';
import { describeSettings, settingsAsMarkdown } from '../../src/settings/describe-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(text: string): string {
  files += 1;
  const path = join(folder, `config-${files}.yaml`);
  writeFileSync(path, text);
  return path;
}

function faultsOf(env: Record<string, string>, filePath: string = file('')): readonly string[] {
  try {
    loadConfig({ env, filePath });
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.faults.length > 0 ? error.faults : [error.message];
  }
}

test('with nothing set, the service listens on loopback and keeps its data in ./data', () => {
  const config = loadConfig({ env: {}, filePath: file('') });
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    store: { kind: 'sqlite', dataDir: resolve('data') },
    demo: true,
    trustedProxies: [],
    plans: {
      creator: { requestsPerMinute: 60, monthlyReplies: 500 },
      agency: { requestsPerMinute: 600, monthlyReplies: 20_000 },
    },
    notifications: { smtpUrl: null, allowPrivateAddresses: false },
  });
});

test('the configuration cannot be changed once it is read', () => {
  const config = loadConfig({ env: {}, filePath: file('') });
  expect(() => Object.assign(config.plans.creator, { monthlyReplies: 9 })).toThrow(TypeError);
  expect(() => Object.assign(config.trustedProxies, ['0.0.0.0/0'])).toThrow(TypeError);
});

test('the environment takes precedence over the file, and the file over the defaults', () => {
  const filePath = file('port: 1234\nhost: 0.0.0.0\nplans:\n  creator: { monthlyReplies: 7 }\n');
  const config = loadConfig({ env: { PORT: '4321' }, filePath });
  expect(config).toMatchObject({ port: 4321, host: '0.0.0.0' });
  expect(config.plans.creator).toEqual({ requestsPerMinute: 60, monthlyReplies: 7 });
});

test('an empty variable counts as not set', () => {
  expect(loadConfig({ env: { PORT: '', DATABASE_URL: '' }, filePath: file('') })).toMatchObject({
    port: 8787,
    store: { kind: 'sqlite' },
  });
});

test('every error is named together, with its limit and the value found', () => {
  expect(
    faultsOf({
      PORT: '80a',
      UNDERSTUDY_LEASE_SECONDS: '2',
      UNDERSTUDY_LOG_LEVEL: 'loud',
      UNDERSTUDY_TRUSTED_PROXIES: '10.0.0.0/33',
      UNDERSTUDY_PLANS: '{"creater":{}}',
      UNDERSTUDY_RETENTON_HOURS: '3',
    }),
  ).toEqual([
    'UNDERSTUDY_RETENTON_HOURS is not a setting of this service; did you mean UNDERSTUDY_RETENTION_HOURS?',
    'PORT must be a whole number from 0 to 65535; found "80a"',
    'UNDERSTUDY_LOG_LEVEL must be one of fatal, error, warn, info, debug, silent; found "loud"',
    'UNDERSTUDY_TRUSTED_PROXIES must be a list of IP addresses or ranges, for example 127.0.0.1,10.0.0.0/8; found "10.0.0.0/33"',
    'UNDERSTUDY_PLANS must be plans by name, each with requestsPerMinute, monthlyReplies or both, for example {"creator":{"monthlyReplies":1000}}; found an unknown plan "creater" (did you mean "creator"?)',
    'UNDERSTUDY_LEASE_SECONDS must be a whole number from 5 to 600 (seconds); found "2"',
  ]);
});

test("the variables with which a client's user sets service and key do not stop the service or its commands", () => {
  const env = { UNDERSTUDY_API_KEY: 'ustudy_live_x', UNDERSTUDY_URL: 'https://understudy.example' };
  expect(faultsOf(env)).toEqual([]);
  expect(JSON.stringify(loadConfig({ env, filePath: file('') }))).not.toMatch(/ustudy_live_x|understudy\.example/);
  expect(faultsOf({ UNDERSTUDY_API_KEYS: 'x' })).toHaveLength(1);
});

test('an unknown key in the file is rejected with the nearest one', () => {
  const filePath = file('prot: 1\n__proto__: {}\n');
  expect(faultsOf({}, filePath)).toEqual([
    `prot in ${filePath} is not a setting of this service; did you mean port?`,
    expect.stringContaining('__proto__ in '),
  ]);
});

test("a secret's value is never in an error", () => {
  const faults = faultsOf({
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    UNDERSTUDY_SMTP_URL: 'hunter2',
    UNDERSTUDY_MAIL_FROM: 'a@b.example',
  });
  expect(faults).toHaveLength(2);
  expect(faults.join()).not.toContain('hunter2');
});

test('a secret can come from a file, but not from two places', () => {
  const path = file('postgres://u:p@localhost/db\n');
  expect(loadConfig({ env: { DATABASE_URL_FILE: path }, filePath: file('') }).store).toMatchObject({
    kind: 'postgres',
    url: 'postgres://u:p@localhost/db',
  });
  expect(faultsOf({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://x/y' })).toEqual([
    'DATABASE_URL and DATABASE_URL_FILE are both set; keep one of them',
  ]);
  expect(faultsOf({ DATABASE_URL_FILE: join(folder, 'absent') })).toEqual([
    expect.stringMatching(/^DATABASE_URL_FILE must name a readable file; found ".*absent" \(ENOENT\)$/),
  ]);
});

test('every setting that contains a secret can come from a file, and the table has no other name for one', () => {
  const secret = describeSettings().filter(({ fileVariable }) => fileVariable !== null);
  const hushed = /PASSWORD|SECRET|TOKEN|_KEY$|SEALING_KEYS$|DATABASE_URL|SMTP_URL/;
  const sounding = describeSettings().filter(({ variable }) => hushed.test(variable) && !/_TOKENS$/.test(variable));
  expect(secret.map(({ variable }) => variable).toSorted()).toEqual(
    sounding.map(({ variable }) => variable).toSorted(),
  );
  expect(secret.length).toBeGreaterThanOrEqual(3);
  for (const { fileVariable, variable } of secret) {
    // This value is valid for none of these settings: each setting is read and checked, but the value is not printed.
    const path = file('hunter 2\n');
    const faults = faultsOf({ [fileVariable ?? '']: path }).join();
    expect([variable, faults]).toEqual([variable, expect.stringContaining(`${fileVariable} must be`)]);
    expect(faults).not.toContain('hunter');
  }
});

test('a demo never starts by itself on PostgreSQL', () => {
  const env = { DATABASE_URL: 'postgres://localhost/db' };
  expect(loadConfig({ env, filePath: file('') }).demo).toBe(false);
  expect(loadConfig({ env: { ...env, UNDERSTUDY_DEMO: 'true' }, filePath: file('') }).demo).toBe(true);
});

test('email needs a sender', () => {
  expect(faultsOf({ UNDERSTUDY_SMTP_URL: 'smtp://localhost' })).toEqual([
    expect.stringContaining('UNDERSTUDY_MAIL_FROM is required'),
  ]);
});

test('a public address is stored without a trailing slash, and must be plain', () => {
  expect(loadConfig({ env: { UNDERSTUDY_PUBLIC_URL: 'https://desk.example/' }, filePath: file('') }).publicUrl).toBe(
    'https://desk.example',
  );
  for (const url of ['desk.example', 'ftp://desk.example', 'https://a:b@desk.example', 'https://desk.example/?x']) {
    expect(faultsOf({ UNDERSTUDY_PUBLIC_URL: url })).toHaveLength(1);
  }
});

test.each([
  ['port: [', /is not valid YAML \(line 1, column \d+\)/],
  ['- port', /must contain setting names and their values/],
  ['port: 1\nport: 2\n', /is not valid YAML \(line 2, column 1\): duplicate key/],
])('a file that is not a mapping of settings is rejected: %j', (text, message) => {
  expect(faultsOf({}, file(text))[0]).toMatch(message);
});

test('a named file must exist', () => {
  expect(faultsOf({}, join(folder, 'none.yaml'))[0]).toMatch(/cannot be read: the file does not exist/);
  expect(faultsOf({}, folder)[0]).toMatch(/cannot be read: it is a folder/);
});

test('variables of the tests are not errors', () => {
  expect(faultsOf({ UNDERSTUDY_TEST_POSTGRES: 'postgres://x' })).toEqual([]);
});

test('the table of settings names each of them once', () => {
  const names = describeSettings().map((setting) => setting.variable);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(settingsAsMarkdown()).toContain(`\`${name}\``);
});
