import type { ErrorCode } from '../lib/error-catalogue.ts';
import type { Stage } from './measures.ts';

/** The trace of one request. It contains `performance.now()` timestamps, codes and ids, but never any text. */
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

/** Creates traces and sends them to the operator's collector, independently of the requests. */
export interface Traces {
  /**
   * Begins a request's trace. Continues the caller's trace if the headers contain one (W3C Trace Context). Returns null
   * if this request is not traced.
   */
  begin(headers: Readonly<Record<string, string | string[] | undefined>>, startedAtMs: number): RequestSpan | null;
  /** Sends the remaining traces, for a few seconds at most. Never throws. */
  close(): Promise<void>;
}
