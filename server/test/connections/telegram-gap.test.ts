import { expect, onTestFinished, test, vi } from 'vitest';
import type { AccountEvent, Reading } from '../../src/connectors/connector.ts';
import type { PullContext } from '../../src/pull/pull-session.ts';
import { createTelegramSession } from '../../src/pull/pull-telegram.ts';
import { bringIn, freshDataFolder, freshFile } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { serveInside } from '../support/service-inside.ts';
import { startService } from '../support/service-process.ts';
import { sampleWorkspace } from '../support/world.ts';
import { botToken } from './fake-provider.ts';
import { clockAhead } from './support/clocks.ts';
import { openFakeTelegram } from './support/open-providers.ts';
import { businessConnection, fromCreator, fromFan } from './support/telegram-updates.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-11-23T12:00:00Z');
const nextUpdate = 1_000;

test('after more than 24 hours away with updates lost, the gap is shown and every event after it is marked', async () => {
  const { telegram, deliver, read, told, noted } = await awayFor(25 * hourMs);
  await expect.poll(() => noted.at(-1)).toBe('gap');
  deliver(nextUpdate + 40, fromFan(1, 'and the other one?'));
  deliver(nextUpdate + 41, fromFan(2, 'hello?'));
  await expect.poll(() => read.flatMap(({ gapAt }) => gapAt ?? [])).toHaveLength(2);
  expect(told()).toMatchObject({ gapAt: start, readAt: start, offset: nextUpdate + 42 });
  deliver(nextUpdate + 42, fromFan(3, 'still there?'));
  await expect.poll(() => read.map(({ gapAt }) => gapAt)).toEqual([start, start, start]);
  expect(noted.at(-1)).toBe('gap');
  expect(telegram.violations).toEqual([]);
});

test('after more than 24 hours away, if the expected update comes first, nothing is missing and nothing is marked', async () => {
  const { deliver, read, told, noted } = await awayFor(25 * hourMs);
  await expect.poll(() => noted.at(-1)).toBe('gap');
  deliver(nextUpdate, fromFan(1, 'do you ship to Peru?'));
  await expect.poll(() => noted.at(-1)).toBe(undefined);
  expect(read.map(({ gapAt }) => gapAt)).toEqual([undefined]);
  expect(told()).toMatchObject({ gapAt: null, readAt: start });
});

test('an absence of less than 24 hours is not a gap, whatever the numbers of the updates', async () => {
  const { deliver, read, noted } = await awayFor(23 * hourMs);
  deliver(nextUpdate + 7, fromFan(1, 'hi'));
  await expect.poll(() => read.map(({ gapAt }) => gapAt)).toEqual([undefined]);
  expect(new Set(noted)).toEqual(new Set([undefined]));
});

test('a gap that was not resolved yet still exists for the next reader', async () => {
  const { told } = await awayFor(25 * hourMs);
  await expect.poll(() => told()['gapAt']).toBe(start);
  expect(told()['readAt']).toBe(start - 25 * hourMs);
});

test('after a day away the connection is degraded, and the first draft of a thread is for the creator to review', async () => {
  const telegram = await openFakeTelegram();
  const place = {
    ...freshDataFolder(),
    UNDERSTUDY_INBOX_POLL_MS: '50',
    UNDERSTUDY_SEALING_KEYS: Buffer.alloc(32, 7).toString('base64'),
    UNDERSTUDY_TELEGRAM_API_URL: telegram.url,
  };
  await bringIn(place, { workspaces: [{ ...sampleWorkspace('ws_gap'), conversations: [] }] });
  const command = (...args: string[]) => runInside([...args, '--workspace', 'ws_gap', '--json'], place);
  const token = freshFile('token', botToken);
  const quiet = [
    '--human-lock-seconds',
    '0',
    '--quiet-seconds',
    '0',
    '--max-wait-seconds',
    '1',
    `--secret-file=botToken=${token}`,
  ];
  const made = await command('connections', 'create', '--profile', 'prof_aurora', '--kind', 'telegram', ...quiet);
  const { code } = made.json();
  const risks = async (): Promise<string[]> =>
    (await command('drafts', 'list')).json().map(({ riskLevel }: { riskLevel: string }) => riskLevel);
  const drafted = (many: number) =>
    vi.waitFor(async () => expect(await risks()).toHaveLength(many), { timeout: 60_000, interval: 250 });
  const connection = async () => (await command('connections', 'list')).json()[0];

  telegram.deliver(
    businessConnection(false),
    fromCreator(1, code, { chat: { id: 88 } }),
    fromFan(2, 'do you ship to Brazil?'),
  );
  const before = await serveInside(place);
  await drafted(1);
  expect(await risks()).toEqual(['safe']);
  expect(await connection()).toMatchObject({ state: 'active', problem: null });
  await before.stop();

  const other = { id: 99, first_name: 'Ines' };
  const asked = fromFan(9, 'do you ship to Brazil?', { from: other, chat: { ...other, type: 'private' } });
  telegram.deliver({ update_id: 5_000, ...asked });
  const after = await startService({ ...place, ...clockAhead(25 * hourMs) });
  onTestFinished(async () => void (await after.stop()));
  await drafted(2);
  expect(await risks()).toEqual(['review', 'safe']);
  expect(await connection()).toMatchObject({ state: 'degraded', problem: { code: 'gap' } });
});

/** Starts a reader that last polled the Bot API `awayMs` ago. */
async function awayFor(awayMs: number) {
  const telegram = await openFakeTelegram();
  const end = new AbortController();
  const read: AccountEvent[] = [];
  const noted: (string | undefined)[] = [];
  const { business_connection: connection } = Object(businessConnection(false));
  let memory: Reading['memory'] = {
    offset: nextUpdate,
    readAt: start - awayMs,
    [`connection:${connection.id}`]: { userId: '42', problem: null },
  };
  const context: PullContext = {
    receiver: { fields: {}, memory, secrets: () => [botToken] },
    signal: end.signal,
    now: () => start,
    async take(reading) {
      read.push(...reading.events);
      memory = { ...memory, ...reading.memory };
    },
    async noteReached(problem) {
      noted.push(problem);
    },
  };
  const session = createTelegramSession({ apiUrl: telegram.url })(context).catch(() => undefined);
  onTestFinished(async () => {
    end.abort();
    await session;
  });
  const deliver = (id: number, update: object) => telegram.deliver({ update_id: id, ...update });
  return { telegram, deliver, read, noted, told: () => memory };
}
