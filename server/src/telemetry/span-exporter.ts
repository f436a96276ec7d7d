import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../lib/log.ts';

/**
 * Creates an exporter that sends spans to a collector, and logs when the collector stops and resumes accepting them.
 */
export function createSpanExporter(url: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: 5_000 });
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isAway)
          log.warn({ reason: reasonOf(result.error) }, 'the collector is not accepting traces, so they are dropped');
        if (!hasFailed && isAway) log.info('the collector is accepting traces again');
        isAway = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

/**
 * Returns only the error's code, or its name if it has no code, because the error's message may contain text from the
 * collector.
 */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : (error?.name ?? 'unknown');
}
