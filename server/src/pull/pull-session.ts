import type { Reading, ReceiverView } from '../connectors/connector.ts';
import type { ReceiverProblemCode } from '../domain/inbox/receiver.ts';

/** What a session of reading is given. */
export interface PullContext {
  readonly receiver: ReceiverView;
  /** The store's clock: milliseconds since 1970. */
  now(): number;
  /** Aborted when the session must end: the service stops, another process reads, or the receiver changed. */
  readonly signal: AbortSignal;
  /** Commits what was read. @throws StoreUnavailable, or PullProblem when the lease is over */
  take(reading: Reading): Promise<void>;
  /** The provider answered: an earlier problem is over, and `problem` is what there is instead. */
  noteReached(problem?: ReceiverProblemCode): Promise<void>;
}

/** Reads from a provider until the signal is aborted. @throws PullProblem */
export type PullSession = (context: PullContext) => Promise<void>;

/** Why a session cannot go on. */
export class PullProblem extends Error {
  readonly code: ReceiverProblemCode;
  /** How long to wait before the next try; null: as the code has it. */
  readonly retryAfterMs: number | null;

  constructor(code: ReceiverProblemCode, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
