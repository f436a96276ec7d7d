import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestSpan, Traces } from '../domain/traces.ts';
import type { Log } from '../lib/log.ts';
import { createSpanExporter } from './span-exporter.ts';

const lastFlushMs = 3_000;
const propagator = new W3CTraceContextPropagator();
const headerReader = {
  keys: (headers: Headers) => Object.keys(headers),
  get: (headers: Headers, name: string) => headers[name],
};

type Headers = Parameters<Traces['begin']>[0];

/**
 * Creates OpenTelemetry traces: one span for each request and a child span for each stage, sent in batches over
 * OTLP/HTTP. Spans that the collector does not accept in time are dropped. No request ever waits for the collector.
 */
export function createTraces({ endpoint, percent, log }: { endpoint: string; percent: number; log: Log }): Traces {
  const exporter = createSpanExporter(`${endpoint}/v1/traces`, log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'understudy' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000, exportTimeoutMillis: 10_000 })],
  });
  const tracer = provider.getTracer('understudy');

  function begin(headers: Headers, startedAtMs: number): RequestSpan | null {
    const parent: Context =
      headers['traceparent'] === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, headers, headerReader);
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, startTime: instant(startedAtMs) }, parent);
    if (!span.isRecording()) return null;
    const within = trace.setSpan(parent, span);
    return {
      traceId: span.spanContext().traceId,
      stageEnded(stage, stageStartedAtMs, endedAtMs) {
        tracer.startSpan(stage, { startTime: instant(stageStartedAtMs) }, within).end(instant(endedAtMs));
      },
      ended({ route, method, status, code, requestId, workspaceId, endedAtMs }) {
        span.updateName(route === null ? method : `${method} ${route}`);
        span.setAttributes({ 'http.request.method': method, 'understudy.request_id': requestId });
        if (route !== null) span.setAttribute('http.route', route);
        if (status !== 0) span.setAttribute('http.response.status_code', status);
        if (workspaceId !== null) span.setAttribute('understudy.workspace_id', workspaceId);
        if (code !== null) span.setAttribute('error.type', code);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(instant(endedAtMs));
      },
    };
  }

  return {
    begin,
    async close() {
      const timeout = new Promise((resolve) => setTimeout(resolve, lastFlushMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

/** Converts a `performance.now()` timestamp to milliseconds since 1970. */
function instant(atMs: number): number {
  return performance.timeOrigin + atMs;
}
