import type { Reading, ReceiverView } from '../connectors/connector.ts';
import type { ReceiverProblemCode } from '../domain/inbox/receiver.ts';

/** The inputs and callbacks of a session that reads a receiver. */
export interface PullContext {
  readonly receiver: ReceiverView;
  /** Returns the store's current time, in epoch milliseconds. */
  now(): number;
  /**
   * Aborted when the session must end, because the service is stopping, another process took over, or the receiver
   * changed.
   */
  readonly signal: AbortSignal;
  /** Commits the messages that were read. @throws StoreUnavailable, or PullProblem when the lease has ended */
  take(reading: Reading): Promise<void>;
  /** Records that the provider answered, which clears an earlier problem. `problem` replaces it if given. */
  noteReached(problem?: ReceiverProblemCode): Promise<void>;
}

/** Reads from a provider until the signal is aborted. @throws PullProblem */
export type PullSession = (context: PullContext) => Promise<void>;

/** The reason why a session cannot continue. */
export class PullProblem extends Error {
  readonly code: ReceiverProblemCode;
  /** How long to wait before the next try, in milliseconds; null for the code's default. */
  readonly retryAfterMs: number | null;

  constructor(code: ReceiverProblemCode, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
