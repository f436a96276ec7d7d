import type { Reading, ReceiverView } from '../connectors/connector.ts';
import type { ReceiverProblemCode } from '../domain/inbox/receiver.ts';

/** The inputs of a reading session. */
export interface PullContext {
  readonly receiver: ReceiverView;
  /** The store's clock: milliseconds since 1970. */
  now(): number;
  /** Aborted when the session must end: the service stops, another process reads, or the receiver changed. */
  readonly signal: AbortSignal;
  /** Commits the messages that were read. @throws StoreUnavailable, or PullProblem when the lease is over */
  take(reading: Reading): Promise<void>;
  /** The provider answered, so an earlier problem is over; `problem` replaces it. */
  noteReached(problem?: ReceiverProblemCode): Promise<void>;
}

/** Reads from a provider until the signal is aborted. @throws PullProblem */
export type PullSession = (context: PullContext) => Promise<void>;

/** The reason why a session cannot continue. */
export class PullProblem extends Error {
  readonly code: ReceiverProblemCode;
  /** How long to wait before the next try; null for the code's default. */
  readonly retryAfterMs: number | null;

  constructor(code: ReceiverProblemCode, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
