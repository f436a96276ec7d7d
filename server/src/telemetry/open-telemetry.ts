import type { Config } from '../config.ts';
import { type Measures, noMeasures } from '../domain/measures.ts';
import type { Traces } from '../domain/traces.ts';
import type { Log } from '../lib/log.ts';
import type { CollectedMeasures, WatchedStore } from './create-measures.ts';
import type { MetricsServer } from './serve-metrics.ts';

/** A process's metrics and traces. */
export interface Telemetry {
  readonly measures: Measures;
  readonly traces: Traces | null;
  /** The metrics that the main port serves at /metrics; null if it serves none. */
  readonly page: { token: string; contentType: string; text(): Promise<string> } | null;
  /** Sets the store that each scrape queries. */
  watchStore(store: WatchedStore): void;
  /** Opens the separate metrics port. Resolves to null if none is configured. @throws the error of `listen` */
  listen(host: string): Promise<MetricsServer | null>;
  /** Sends the remaining traces and closes the port. */
  close(): Promise<void>;
}

/** Opens the configured metrics and traces. Loads the code for each only if it is configured. */
export async function openTelemetry(config: Pick<Config, 'metrics' | 'traces'>, log: Log): Promise<Telemetry> {
  const collected = config.metrics === null ? null : await collect();
  const traces = config.traces === null ? null : await trace(config.traces, log);
  const { port = null, token = null } = config.metrics ?? {};
  let server: MetricsServer | null = null;
  return {
    measures: collected ?? noMeasures,
    traces,
    page: collected === null || port !== null || token === null ? null : { token, ...pageOf(collected) },
    watchStore: (store) => collected?.watchStore(store),
    async listen(host) {
      if (collected === null || port === null) return null;
      const { serveMetrics } = await import('./serve-metrics.ts');
      server = await serveMetrics(pageOf(collected), { host, port, token });
      log.info({ port: server.port }, 'metrics are served on a separate port');
      return server;
    },
    async close() {
      await Promise.all([server?.close(), traces?.close()]);
    },
  };
}

async function collect(): Promise<CollectedMeasures> {
  const { createMeasures } = await import('./create-measures.ts');
  return createMeasures({ ofProcess: true });
}

async function trace(settings: NonNullable<Config['traces']>, log: Log): Promise<Traces> {
  const { createTraces } = await import('./create-traces.ts');
  return createTraces({ ...settings, log });
}

function pageOf({ contentType, text }: CollectedMeasures) {
  return { contentType, text };
}
