import type { ErrorCode } from '../lib/errors.ts';
import type { Stage } from './measures.ts';

/** The trace of one request, on the clock of `performance.now()`: times, codes and ids, never a text. */
export interface RequestSpan {
  readonly traceId: string;
  stageEnded(stage: Stage, startedAtMs: number, endedAtMs: number): void;
  ended(request: {
    route: string | null;
    method: string;
    status: number;
    code: ErrorCode | null;
    requestId: string;
    workspaceId: string | null;
    endedAtMs: number;
  }): void;
}

/** Makes traces and sends them to the operator's collector, beside the requests. */
export interface Traces {
  /** Takes up the caller's trace where the headers carry one (W3C Trace Context). Null: there is none of this request. */
  begin(headers: Readonly<Record<string, string | string[] | undefined>>, startedAtMs: number): RequestSpan | null;
  /** Sends what is left, for a few seconds at most. Never throws. */
  close(): Promise<void>;
}
