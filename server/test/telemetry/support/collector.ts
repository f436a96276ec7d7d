import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** A span as a collector receives it, over OTLP/HTTP in JSON. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Readonly<Record<string, unknown>> }[];
}

export interface Collector {
  readonly endpoint: string;
  /** Every body, unchanged. */
  readonly bodies: readonly string[];
  spans(): ReceivedSpan[];
  /** Sets the status of all later answers. */
  answer(status: number): void;
}

/** Starts a collector that receives traces over OTLP/HTTP on loopback until the test has finished. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/v1/traces' && status === 200) bodies.push(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    spans: () =>
      bodies
        .map((body) => JSON.parse(body))
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    answer: (next) => {
      status = next;
    },
  };
}
