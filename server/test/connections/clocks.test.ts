import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { sampleWorkspace } from '../support/world.ts';
import { botToken } from './fake-provider.ts';
import { clockAhead, startedWith } from './support/clocks.ts';
import { openFakeTelegram } from './support/open-providers.ts';
import { postHook } from './support/signed.ts';

const server = inject('postgresUrl');
const workspaceId = 'ws_clocks';
const hourMs = 3_600_000;
/** Long enough to be seen by a command that runs after it began. */
const lockSeconds = 6;

test.skipIf(server === null)(
  'two processes whose clocks are four hours apart settle, lock, lease and claim by the clock of the store (skipped without PostgreSQL)',
  { timeout: 600_000 },
  async () => {
    const { early, late, command, connect, key, telegram } = await openTwo();
    const made = await connect('con_g', 'generic', ...['--quiet-seconds', '1', '--max-wait-seconds', '120']);
    const path = new URL(made.receiverUrl).pathname;
    let { secret } = made;
    const post = (to: { url: string }, event: object, signedWith = secret) =>
      postHook(
        `${to.url}${path}`,
        { events: [{ sentAt: new Date().toISOString(), ...event }] },
        { secret: signedWith },
      );
    const fan = (id: string, threadId: string) => ({
      ...{ id, type: 'message.received', threadId, messageId: id, body: 'do you ship to Brazil?' },
      contact: { id: `u_${threadId}` },
    });
    const drafts = async (): Promise<{ conversationId: string; createdAt: string; outboxId: string | null }[]> =>
      (await command('drafts', 'list')).json();

    // A current signature is valid for both processes, and a thread is drafted after it has been quiet for the set
    // time.
    const echo = { id: 'x0', type: 'message.sent', threadId: 't0', messageId: 'x0', body: 'hi', sender: 'machine' };
    expect((await post(late, echo)).status).toBe(200);
    const sentAt = Date.now();
    expect((await post(early, fan('m1', 't1'))).body.results).toEqual([{ id: 'm1', outcome: 'stored' }]);
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), { timeout: 60_000, interval: 100 });
    const waited = Date.now() - sentAt;
    expect(waited).toBeGreaterThan(900);
    expect(waited, 'long before the longest wait').toBeLessThan(60_000);
    const [first] = await drafts();
    expect(Math.abs(Date.parse(first?.createdAt ?? '') - Date.now())).toBeLessThan(60_000);

    // A claim by one process expires for the other, too.
    const beforeClaim = Date.now();
    const claim = await fetch(`${late.url}/api/v1/outbox/claims`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'claim-001' },
      body: JSON.stringify({ profileId: 'prof_aurora', outboxId: first?.outboxId }),
    });
    const { claim: claimed } = Object(await claim.json());
    const claimedUntil = Date.parse(claimed.claimedUntil);
    expect(claimedUntil - beforeClaim).toBeGreaterThan(1_500);
    expect(claimedUntil - Date.now()).toBeLessThanOrEqual(2_500);
    await vi.waitFor(
      async () => {
        const listed = await fetch(`${early.url}/api/v1/outbox?profileId=prof_aurora&after=c0`, {
          headers: { authorization: `Bearer ${key}` },
        });
        expect(Object(await listed.json()).items).toMatchObject([{ state: 'uncertain' }]);
      },
      { timeout: 60_000, interval: 200 },
    );

    // The creator's lock ends on time, no matter which process set it.
    const beforeLock = Date.now();
    await post(early, { id: 'a1', type: 'creator.active', threadId: 't2' });
    const lockedAt = Date.now();
    expect((await post(late, fan('m2', 't2'))).status).toBe(200);
    const [locked] = (await command('conversations', 'list'))
      .json()
      .filter(({ threadId }: { threadId: string }) => threadId === 't2');
    expect(Date.parse(locked.lockedUntil) - lockedAt).toBeLessThan(lockSeconds * 1_000 + 500);
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(2), { timeout: 60_000, interval: 100 });
    expect(Date.now() - beforeLock).toBeGreaterThan(lockSeconds * 1_000 - 500);

    // The previous secret works until it expires, and no longer, in both processes.
    const before = secret;
    const renewed = (await command('connections', 'secret', 'con_g', '--overlap', '8s')).json();
    secret = renewed.secret;
    for (const to of [early, late]) {
      expect((await post(to, fan(`old ${to.url}`, 't3'), before)).status).toBe(200);
      expect((await post(to, fan(`new ${to.url}`, 't3'))).status).toBe(200);
    }
    await delay(Date.parse(renewed.previousEndsAt) - Date.now() + 300);
    for (const to of [early, late]) expect((await post(to, fan('never', 't3'), before)).status).toBe(401);

    // One process polls the bot, whatever its clock says about the other's lease.
    const token = join(freshFolder(), 'token');
    writeFileSync(token, botToken);
    await connect('con_tg', 'telegram', `--secret-file=botToken=${token}`);
    await vi.waitFor(
      () => expect(telegram.calls.filter((call) => call.endsWith('getUpdates')).length).toBeGreaterThan(3),
      {
        timeout: 90_000,
      },
    );
    expect(telegram.violations).toEqual([]);
    expect([...telegram.polledAt.keys()]).toHaveLength(1);
  },
);

/** Starts two services on one database, one with a clock that is two hours behind and one that is two hours ahead. */
async function openTwo() {
  const database = await createTestDatabase(server ?? '');
  onTestFinished(() => database.drop());
  const telegram = await openFakeTelegram();
  const place = {
    DATABASE_URL: database.url,
    UNDERSTUDY_DATABASE_POOL_SIZE: '2',
    UNDERSTUDY_INBOX_POLL_MS: '50',
    UNDERSTUDY_OUTBOX_CLAIM_SECONDS: '2',
    UNDERSTUDY_SEALING_KEYS: Buffer.alloc(32, 7).toString('base64'),
  };
  const document = JSON.stringify({ workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
  const imported = await runInside(['import', '-'], place, document);
  expect(imported.code, imported.stderr).toBe(0);
  const api = (reader: string) => ({ UNDERSTUDY_TELEGRAM_API_URL: `${telegram.url}/${reader}` });
  const [early, late] = await Promise.all([
    startedWith({ ...place, ...api('early'), ...clockAhead(-2 * hourMs) }),
    startedWith({ ...place, ...api('late'), ...clockAhead(2 * hourMs) }),
  ]);
  const env = { ...place, UNDERSTUDY_PUBLIC_URL: early.url };
  const command = (...args: string[]) => runInside([...args, '--workspace', workspaceId, '--json'], env);
  const connect = async (id: string, kind: string, ...options: string[]) => {
    const fixed = ['--profile', 'prof_aurora', '--human-lock-seconds', String(lockSeconds), '--mode', 'ready'];
    const made = await command('connections', 'create', '--kind', kind, '--id', id, ...fixed, ...options);
    expect(made.stderr).toBe('');
    return made.json();
  };
  const scopes = ['--scopes', 'events:write,outbox:read,outbox:write'];
  const { key } = (await command('keys', 'create', '--name', 'sender', ...scopes)).json();
  return { early, late, command, connect, key, telegram };
}
