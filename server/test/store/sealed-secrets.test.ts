import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { bringIn, freshDataFolder, freshFolder, onBothStores, type Place } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { serveInside } from '../support/service-inside.ts';
import { sampleWorkspace } from '../support/world.ts';

const workspaceId = 'ws_sealed';
const plain = 'whsec_UGxhaW4gYXMgZGF5bGlnaHQgaXQgaXM=';
const newKey = () => randomBytes(32).toString('base64');

onBothStores((fresh) => {
  test('a webhook secret is stored encrypted in the store and its backups, and decrypted for the code that sends with it', async () => {
    const place = { ...(await fresh()), UNDERSTUDY_SEALING_KEYS: newKey() };
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    const { secret } = (await runInside(['notifications', 'secret', '-w', workspaceId, '--json'], place)).json();
    expect(await secretsOf(place)).toEqual([secret, null]);
    const [stored] = await rawSecrets(place);
    expect(stored?.value).toMatch(/^sealed:v1:/);
    const file = join(freshFolder(), 'all.jsonl.gz');
    expect((await runInside(['backup', file], place)).code).toBe(0);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain('sealed:v1:');
    expect(text).not.toContain(secret.slice('whsec_'.length));
    expect(await secretsOf({ ...place, UNDERSTUDY_SEALING_KEYS: newKey() })).toEqual([stored?.value, null]);
  });

  test('the addresses and tokens of chat services are stored encrypted, and returned in documents', async () => {
    const older = newKey();
    const place = { ...(await fresh()), UNDERSTUDY_SEALING_KEYS: older };
    const notifications = {
      include: ['risk' as const],
      slack: { url: 'https://hooks.slack.com/services/T1/B1/CANARYSLACK' },
      ntfy: { url: 'https://ntfy.sh/CANARYTOPIC', token: 'tk_CANARYTOKEN' },
    };
    const document = { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [], notifications }] };
    await bringIn(place, document);
    expect((await rawSecrets(place)).map(({ slot }) => slot).sort()).toEqual(['ntfy.token', 'ntfy.url', 'slack.url']);
    const file = join(freshFolder(), 'all.jsonl.gz');
    expect((await runInside(['backup', file], place)).code).toBe(0);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text.match(/sealed:v1:/g)).toHaveLength(3);
    expect(text).not.toContain('CANARY');
    const exported = (await runInside(['export', '-w', workspaceId, '--json'], place)).json();
    expect(exported.workspaces[0].notifications).toEqual(notifications);
    const again = await runInside(['import', '-', '--json'], place, JSON.stringify(document));
    expect(again.json().workspaces).toEqual({ created: 0, updated: 0, unchanged: 1 });
    const keys = `${newKey()},${older}`;
    const reseal = await runInside(['secrets', 'reseal', '--json'], { ...place, UNDERSTUDY_SEALING_KEYS: keys });
    expect(reseal.json()).toEqual({ sealed: 0, resealed: 3, unchanged: 0, unopened: [] });
    const newest = { ...place, UNDERSTUDY_SEALING_KEYS: keys.split(',')[0] ?? '' };
    const later = (await runInside(['export', '-w', workspaceId, '--json'], newest)).json();
    expect(later.workspaces[0].notifications).toEqual(notifications);
  });

  test('unencrypted secrets are encrypted by the next start of the service', async () => {
    const place = { ...(await fresh()), UNDERSTUDY_SEALING_KEYS: newKey() };
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    await withRawStore(place, (store) => store.setWebhookSecret({ workspaceId, secret: plain }));
    expect(await secretsOf(place)).toEqual([plain, null]);
    const service = await serveInside({ ...place, UNDERSTUDY_DEMO: 'false' });
    await service.stop();
    expect((await rawSecrets(place)).map(({ value }) => value)).toEqual([expect.stringMatching(/^sealed:v1:/)]);
    expect(await secretsOf(place)).toEqual([plain, null]);
  });

  test('secrets reseal encrypts every secret with the newest key, and names those that no key opens', async () => {
    const [older, newer] = [newKey(), newKey()];
    const place = { ...(await fresh()), UNDERSTUDY_SEALING_KEYS: older };
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    await runInside(['notifications', 'secret', '-w', workspaceId], place);
    await runInside(['notifications', 'secret', '-w', workspaceId, '--overlap', '1h'], place);
    const before = await secretsOf(place);
    expect(before[1]).not.toBeNull();
    const reseal = async (keys: string) =>
      (await runInside(['secrets', 'reseal', '--json'], { ...place, UNDERSTUDY_SEALING_KEYS: keys })).json();
    const both = `${newer},${older}`;
    expect(await reseal(both)).toEqual({ sealed: 0, resealed: 2, unchanged: 0, unopened: [] });
    expect(await reseal(both)).toEqual({ sealed: 0, resealed: 0, unchanged: 2, unopened: [] });
    expect(await secretsOf({ ...place, UNDERSTUDY_SEALING_KEYS: newer })).toEqual(before);
    expect(await reseal(older)).toMatchObject({ unopened: [workspaceId] });
    const doctor = await runInside(['doctor', '--json'], { ...place, UNDERSTUDY_SEALING_KEYS: older });
    expect(doctor.stdout).toContain('no key decrypts');
  });

  test('secrets reseal covers connections and receivers, including those that the operator shares', async () => {
    const [older, newer] = [newKey(), newKey()];
    const folder = freshFolder();
    writeFileSync(join(folder, 'bot'), '123456:AAHtest_token-of-a-bot-that-is-not-there');
    writeFileSync(join(folder, 'app'), 'f00dfeedf00dfeedf00dfeedf00dfeed');
    // npm changes the working directory and passes the original one in INIT_CWD, to which relative paths refer.
    const place = { ...(await fresh()), UNDERSTUDY_SEALING_KEYS: older, INIT_CWD: folder };
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    const connect = ['connections', 'create', '-w', workspaceId, '--profile', 'prof_aurora', '--kind'];
    for (const args of [
      [...connect, 'generic'],
      [...connect, 'telegram', '--secret-file', 'botToken=bot'],
      ['receivers', 'create', '--kind', 'messenger', '--secret-file', 'appSecret=./app'],
    ]) {
      const made = await runInside(args, place);
      expect(made.code, made.stderr).toBe(0);
    }
    const keys = { ...place, UNDERSTUDY_SEALING_KEYS: `${newer},${older}` };
    const resealed = (await runInside(['secrets', 'reseal', '--json'], keys)).json();
    // One secret belongs to the connection, one to the bot, and two to the app: its own secret, and the token that
    // Understudy created.
    expect(resealed).toEqual({ sealed: 0, resealed: 4, unchanged: 0, unopened: [] });
    const newest = { ...place, UNDERSTUDY_SEALING_KEYS: newer };
    const again = (await runInside(['secrets', 'reseal', '--json'], newest)).json();
    expect(again).toEqual({ sealed: 0, resealed: 0, unchanged: 4, unopened: [] });
  });

  test('the previous secret signs for its overlap, and not at all without one', async () => {
    const place = await fresh();
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    const make = async (...options: string[]): Promise<string> =>
      (await runInside(['notifications', 'secret', '-w', workspaceId, '--json', ...options], place)).json().secret;
    const first = await make();
    const second = await make();
    expect(await secretsOf(place)).toEqual([second, first]);
    expect(await secretsOf(place, 23 * 3_600_000)).toEqual([second, first]);
    expect(await secretsOf(place, 25 * 3_600_000)).toEqual([second, null]);
    const third = await make('--overlap', '0');
    expect(await secretsOf(place)).toEqual([third, null]);
  });
});

test('a data folder has its own key file, and only its user can read any file in it', async () => {
  const place = freshDataFolder();
  const dataDir = place['UNDERSTUDY_DATA_DIR'] ?? '';
  await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
  const { secret } = (await runInside(['notifications', 'secret', '-w', workspaceId, '--json'], place)).json();
  const service = await serveInside({ ...place, UNDERSTUDY_DEMO: 'false' });
  const modes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
  await service.stop();
  expect(modes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['sealing-keys', 'understudy.db', 'understudy.db-wal']),
  );
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
  const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
  expect(bytes.join('')).not.toContain(secret.slice('whsec_'.length));

  const resealed = await runInside(['secrets', 'reseal', '--new-key', '--json'], place);
  expect(resealed.json()).toMatchObject({ resealed: 1, unopened: [] });
  expect(readFileSync(join(dataDir, 'sealing-keys'), 'utf8').trim().split('\n')).toHaveLength(2);
  expect(await secretsOf(place)).toEqual([secret, null]);
  writeFileSync(join(dataDir, 'sealing-keys'), 'not a key');
  const refused = await runInside(['notifications', 'secret', '-w', workspaceId], place);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('must contain one key per line')]);
});

test('a key file with the name of earlier versions still opens everything, and gets the name of today', async () => {
  const place = freshDataFolder();
  const fileOf = (name: string) => join(place['UNDERSTUDY_DATA_DIR'] ?? '', name);
  await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
  const { secret } = (await runInside(['notifications', 'secret', '-w', workspaceId, '--json'], place)).json();
  const key = readFileSync(fileOf('sealing-keys'), 'utf8');
  renameSync(fileOf('sealing-keys'), fileOf('sealing.key'));
  expect(await secretsOf(place)).toEqual([secret, null]);
  expect([existsSync(fileOf('sealing.key')), readFileSync(fileOf('sealing-keys'), 'utf8')]).toEqual([false, key]);

  // A folder with both files, such as one that an earlier version has served again, loses neither.
  renameSync(fileOf('sealing-keys'), fileOf('sealing.key'));
  writeFileSync(fileOf('sealing-keys'), `${newKey()}\n`);
  expect(await secretsOf(place)).toEqual([secret, null]);
  const resealed = await runInside(['secrets', 'reseal', '--json'], place);
  expect(resealed.json()).toMatchObject({ resealed: 1, unopened: [] });
  rmSync(fileOf('sealing.key'));
  expect(await secretsOf(place)).toEqual([secret, null]);
});

/** Returns the current and the previous signing secret, as the service decrypts them. */
async function secretsOf(place: Place, clockOffsetMs = 0): Promise<(string | null)[]> {
  const keys = place['UNDERSTUDY_SEALING_KEYS']?.split(',').map((key) => Buffer.from(key, 'base64')) ?? [];
  const store = await openStore(locationOf(place), { role: 'tool', sealingKeys: keys, clockOffsetMs });
  const target = await store.notificationTarget({ workspaceId });
  await store.close();
  return [target?.webhookSecret ?? null, target?.previousWebhookSecret ?? null];
}

function rawSecrets(place: Place) {
  return withRawStore(place, (store) => store.storedSecrets());
}

/** Runs work on the store below the layer that encrypts and decrypts. */
async function withRawStore<Result>(
  place: Place,
  run: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Result>,
): Promise<Result> {
  const location = locationOf(place);
  const store = await (location.kind === 'postgres'
    ? openPostgresStore(location, { role: 'tool' })
    : openSqliteStore(location, { role: 'tool' }));
  const result = await run(store);
  await store.close();
  return result;
}

function locationOf(place: Place): StoreLocation {
  const url = place['DATABASE_URL'];
  if (url !== undefined) return { kind: 'postgres', url, poolSize: 2 };
  return { kind: 'sqlite', dataDir: place['UNDERSTUDY_DATA_DIR'] ?? '' };
}
