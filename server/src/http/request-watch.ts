import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Measures, Stage, StageEnd } from '../domain/measures.ts';
import type { RequestSpan, Traces } from '../domain/traces.ts';
import type { Log } from '../lib/log.ts';
import type { KeptAddress } from './address.ts';
import { logRequest } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    watch: RequestWatch;
  }
}

/** One monitored request. */
export interface RequestWatch {
  readonly startedAtMs: number;
  readonly stageEnded: StageEnd;
  /** The duration of each stage so far, in milliseconds; if a stage occurs twice, the sum. */
  readonly stagesMs: Partial<Record<Stage, number>>;
  /** Null if the request is not traced. */
  readonly span: RequestSpan | null;
}

/**
 * Starts the clock of a request. Each stage is measured when it ends, recorded for the log and, if tracing is on,
 * traced.
 */
export function watchRequest(
  headers: IncomingHttpHeaders,
  { measures, traces }: { measures: Measures; traces: Traces | null },
): RequestWatch {
  const startedAtMs = performance.now();
  const span = traces === null ? null : traces.begin(headers, startedAtMs);
  const stagesMs: Partial<Record<Stage, number>> = {};
  let lastMs = startedAtMs;
  return {
    startedAtMs,
    stagesMs,
    span,
    stageEnded(stage) {
      const nowMs = performance.now();
      const tookMs = nowMs - lastMs;
      stagesMs[stage] = Math.round(((stagesMs[stage] ?? 0) + tookMs) * 100) / 100;
      measures.stageEnded(stage, tookMs);
      span?.stageEnded(stage, lastMs, nowMs);
      lastMs = nowMs;
    },
  };
}

/** Reports how a request ended to the log, the metrics and the trace, after its response has closed. */
export function requestEnded(
  { log, measures, logAddresses }: { log: Log; measures: Measures; logAddresses: KeptAddress },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { watch, refusal: code, method, id: requestId } = request;
  const endedAtMs = performance.now();
  const durationMs = endedAtMs - watch.startedAtMs;
  const route = request.routeOptions.url ?? null;
  const status = reply.raw.headersSent ? reply.statusCode : 0;
  logRequest(log, request, reply, durationMs, logAddresses);
  measures.requestEnded({ route, status, durationMs });
  if (code !== null) measures.refused(code);
  const workspaceId = request.actor?.workspaceId ?? null;
  watch.span?.ended({ route, method, status, code, requestId, workspaceId, endedAtMs });
}
