import { jsonOf, nothingRead, objectOf, type Reading } from '../connectors/connector.ts';
import { readUpdates, wantedUpdates } from '../connectors/telegram/read.ts';
import { PullProblem, type PullSession } from './pull-session.ts';

/**
 * The only Bot API calls that Understudy makes. They only read data.
 * https://core.telegram.org/bots/api#available-methods
 */
type ReadCall = 'getMe' | 'getWebhookInfo' | 'getUpdates';

const waitSeconds = 25;
const answerMs = 60_000;
/** Telegram keeps updates for 24 hours. https://core.telegram.org/bots/api#getting-updates */
const keptMs = 24 * 3_600_000;
/** How long the connection's status shows a gap, in milliseconds. */
const shownMs = 24 * 3_600_000;
const noteEveryMs = 600_000;

/**
 * Creates a session that polls Telegram for updates, with one long poll after another. `apiUrl` is the Bot API's
 * address.
 */
export function createTelegramSession({ apiUrl }: { readonly apiUrl: string }): PullSession {
  return async ({ receiver, signal, take, noteReached, now }) => {
    const [token] = receiver.secrets('botToken');
    if (token === undefined) throw new PullProblem('token_refused');
    const ask = (call: ReadCall, query: Readonly<Record<string, string>> = {}) =>
      callTelegram(`${apiUrl}/bot${token}/${call}?${new URLSearchParams(query)}`, signal);

    await ask('getMe');
    const webhook = objectOf(await ask('getWebhookInfo'));
    if (typeof webhook?.['url'] === 'string' && webhook['url'] !== '') throw new PullProblem('webhook_set');
    let { memory } = receiver;
    const readAt = numberOf(memory['readAt']);
    // Until an update arrives, it is unknown whether one is missing.
    let mayMiss = readAt !== null && now() - readAt > keptMs;
    if (mayMiss) await learn(nothingRead, { gapAt: now() });

    while (!signal.aborted) {
      const gapAt = numberOf(memory['gapAt']);
      await noteReached(gapAt !== null && now() - gapAt < shownMs ? 'gap' : undefined);
      const offset = numberOf(memory['offset']);
      const updates = await ask('getUpdates', {
        ...(offset !== null && { offset: String(offset) }),
        timeout: String(waitSeconds),
        allowed_updates: JSON.stringify(wantedUpdates),
      });
      if (!Array.isArray(updates)) throw new PullProblem('not_reached');
      const at = now();
      const isDue = at - (numberOf(memory['readAt']) ?? 0) > noteEveryMs;
      if (updates.length === 0 && (mayMiss || !isDue)) continue;
      const reading = readUpdates(updates, memory, at);
      const ids = updates.flatMap((update: unknown) => numberOf(objectOf(update)?.['update_id']) ?? []);
      // Updates are numbered consecutively, so the arrival of the expected update proves that no earlier one is
      // missing.
      const isWhole = mayMiss && ids.length > 0 && Math.min(...ids) === offset;
      if (ids.length > 0) mayMiss = false;
      const next = ids.length === 0 ? offset : Math.max(...ids) + 1;
      await learn(gapAt === null || isWhole ? reading : afterGap(reading, gapAt), {
        ...(isWhole && { gapAt: null }),
        // While it is unknown whether updates are missing, the old timestamp is kept, so that a restarted reader checks
        // again.
        ...(!mayMiss && { readAt: at }),
        ...(next !== null && { offset: next }),
      });
    }

    async function learn(reading: Reading, more: Reading['memory']): Promise<void> {
      const learnt = { ...reading.memory, ...more };
      await take({ ...reading, memory: learnt });
      memory = { ...memory, ...learnt };
    }
  };
}

/** Marks each event in a reading to show that earlier events may be missing. */
function afterGap(reading: Reading, gapAt: number): Reading {
  return { ...reading, events: reading.events.map((event) => ({ ...event, gapAt })) };
}

/** Calls the Bot API and resolves to the result. @throws PullProblem */
async function callTelegram(url: string, signal: AbortSignal): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    const both = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    response = await fetch(url, { method: 'GET', redirect: 'error', signal: both });
    body = jsonOf(new Uint8Array(await response.arrayBuffer()));
  } catch {
    // The error is not passed on, because it may contain the address and thus the token.
    throw new PullProblem('not_reached');
  }
  const answer = objectOf(body);
  if (response.ok && answer?.['ok'] === true) return answer['result'];
  if (response.status === 401 || response.status === 404) throw new PullProblem('token_refused');
  if (response.status === 409) throw new PullProblem('other_reader');
  const seconds = numberOf(objectOf(answer?.['parameters'])?.['retry_after']);
  throw new PullProblem('not_reached', seconds === null ? null : Math.min(seconds, 3_600) * 1_000);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
