import { randomUUID } from 'node:crypto';
import type { TakeEventsDeps } from '../capabilities/inboxes/take-events.ts';
import { takeReading } from '../capabilities/inboxes/take-reading.ts';
import { viewOf } from '../connectors/push-connectors.ts';
import type { ConnectionKind } from '../domain/inbox/kinds/kinds.ts';
import type { FoundReceiver, ReceiverProblemCode, ReceiverRecord } from '../domain/inbox/receiver.ts';
import { createBackgroundPass } from '../jobs/background-pass.ts';
import { faultName } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { createRepeater } from '../lib/repeater.ts';
import { PullProblem, type PullSession } from './pull-session.ts';

export interface Pullers {
  /** Looks for receivers to read every second, until `stop`. */
  start(): void;
  /** Ends all sessions, and resolves when they have ended. Idempotent. */
  stop(): Promise<void>;
}

export interface PullerOptions extends TakeEventsDeps {
  readonly sessions: Readonly<Partial<Record<ConnectionKind, PullSession>>>;
  readonly open: (sealed: string, place: string) => string | null;
  readonly log: Log;
  /** How long a lease on a receiver lasts without renewal. After that, another process may take over. */
  readonly leaseMs: number;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

const lookEveryMs = 1_000;
const renewEveryMs = 5_000;
const firstRetryMs = 2_000;
const longestRetryMs = 300_000;
/** How long the service waits before retrying after a problem that only a person can fix. */
const actionRetryMs = 60_000;

/**
 * Creates the job that reads the receivers that must be polled. A lease ensures that only one process at a time reads
 * each receiver. A receiver whose token is rejected is skipped until someone changes the token.
 */
export function createPullers(options: PullerOptions): Pullers {
  const { store, sessions, open, log, leaseMs } = options;
  const running = new Map<string, Running>();
  const retries = new Map<string, { at: number; failures: number }>();
  const holder = randomUUID();
  let isStopping = false;

  async function look(): Promise<void> {
    for (const { receiverId, kind, problem } of await store.listReceivers({ only: 'idle' })) {
      if (isStopping) return;
      if (running.has(receiverId) || sessions[kind] === undefined) continue;
      if (problem !== null && (retries.get(receiverId)?.at ?? 0) > performance.now()) continue;
      const leased = await store.receiverStep({ receiverId, name: 'lease', input: { token: holder, leaseMs } });
      if (leased !== null && !isStopping) begin(leased, sessions[kind]);
    }
  }

  function begin(receiver: FoundReceiver, session: PullSession): void {
    const abort = new AbortController();
    const ended = run(receiver, session, abort).finally(() => running.delete(receiver.receiverId));
    running.set(receiver.receiverId, { abort, ended });
  }

  async function run(receiver: FoundReceiver, session: PullSession, abort: AbortController): Promise<void> {
    const { receiverId } = receiver;
    let problem = receiver.problem?.code ?? null;
    const clock = createClockReading(receiver.now);
    const end = endUnlessRenewed(leaseMs, abort);
    const renew = async () => {
      const held = await store.receiverStep({ receiverId, name: 'lease', input: { token: holder, leaseMs } });
      if (held === null || !isSameSource(held, receiver)) abort.abort();
      else end.renew();
      if (held !== null) clock.set(held.now);
    };
    const renewal = setInterval(
      () => void renew().catch(tell(receiverId, 'the lease on an inbox could not be renewed')),
      Math.min(leaseMs / 3, renewEveryMs),
    );
    try {
      await session({
        receiver: viewOf(receiver, open),
        now: clock.now,
        signal: abort.signal,
        async take(reading) {
          // The receiver's links to accounts may have changed since the session started.
          const known = await store.findReceiver({ receiverId });
          if (known?.lease?.token !== holder) abort.abort();
          if (known === null || abort.signal.aborted) throw new PullProblem('not_reached');
          await takeReading(options, known, reading, { payload: null, token: holder });
        },
        async noteReached(next) {
          const code = next ?? null;
          retries.delete(receiverId);
          if (problem !== code) await note(receiverId, code);
          problem = code;
        },
      });
    } catch (error) {
      if (!abort.signal.aborted) await fail(receiverId, error);
    } finally {
      clearInterval(renewal);
      end.stop();
      await store
        .receiverStep({ receiverId, name: 'release', input: { token: holder } })
        .catch(tell(receiverId, 'the lease on an inbox could not be released; it will expire'));
    }
  }

  async function fail(receiverId: string, error: unknown): Promise<void> {
    const failures = (retries.get(receiverId)?.failures ?? 0) + 1;
    const code = error instanceof PullProblem ? error.code : 'not_reached';
    const backoffMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));
    const asked = error instanceof PullProblem ? error.retryAfterMs : null;
    const waitMs = asked ?? (code === 'not_reached' ? backoffMs : actionRetryMs);
    retries.set(receiverId, { at: performance.now() + waitMs, failures });
    log.warn({ receiverId, problem: code, fault: faultName(error) }, 'a connected inbox cannot be read');
    await note(receiverId, code).catch(tell(receiverId, 'the reason why an inbox cannot be read could not be stored'));
  }

  /**
   * Returns a handler that logs a failure to update the lease or the stored problem. The session continues, unless its
   * lease expires.
   */
  function tell(receiverId: string, what: string): (error: unknown) => void {
    return (error) => log.warn({ receiverId, fault: faultName(error) }, what);
  }

  async function note(receiverId: string, problem: ReceiverProblemCode | null): Promise<void> {
    await store.receiverStep({ receiverId, name: 'note', input: { problem, token: holder } });
  }

  const repeater = createRepeater(
    createBackgroundPass(look, { log, whatWaits: 'connected mailboxes and bots' }),
    lookEveryMs,
  );

  return {
    start: repeater.start,
    async stop() {
      isStopping = true;
      await repeater.stop();
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

/** Creates a clock that returns the store's last known time, advanced by the elapsed time. */
function createClockReading(now: number) {
  let told = { now, at: performance.now() };
  return {
    set(next: number) {
      told = { now: next, at: performance.now() };
    },
    now: () => Math.floor(told.now + performance.now() - told.at),
  };
}

/**
 * Aborts a session whose lease was not renewed for `ms` milliseconds, because a process that cannot reach the store
 * must not keep reading.
 */
function endUnlessRenewed(ms: number, abort: AbortController) {
  const begin = () => setTimeout(() => abort.abort(), ms).unref();
  let timer = begin();
  return {
    renew() {
      clearTimeout(timer);
      timer = begin();
    },
    stop: () => clearTimeout(timer),
  };
}

function isSameSource(one: ReceiverRecord, other: ReceiverRecord): boolean {
  const of = ({ transport, fields, secrets }: ReceiverRecord) =>
    JSON.stringify([transport, fields, secrets.map(({ name, sealed }) => [name, sealed])]);
  return one.links.length > 0 && of(one) === of(other);
}
