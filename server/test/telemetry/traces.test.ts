import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/lib/log.ts';
import { createTraces } from '../../src/telemetry/create-traces.ts';
import { freshDataFolder } from '../cli/support/places.ts';
import { startService } from '../support/service-process.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';
import { startCollector } from './support/collector.ts';

const harness = sqliteHarness();
const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const sampled = { traceparent: `00-${traceId}-${parentId}-01` };

async function startTraced({ percent = 100 } = {}) {
  const collector = await startCollector();
  const logLines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => logLines.push(line) } });
  const traces = createTraces({ endpoint: collector.endpoint, percent, log });
  onTestFinished(() => traces.close());
  const world = await startWorld(harness, { watchers: { traces } });
  return { collector, traces, world, logLines };
}

test('a draft is one span below the caller’s own, with one below it for each stage, one after the other', async () => {
  const { collector, traces, world } = await startTraced();
  await world.draft({}, { headers: sampled });
  await expect.poll(() => world.logLines.length).toBeGreaterThan(0);
  await traces.close();
  const spans = collector.spans();
  const [request] = spans.filter(({ name }) => name === 'POST /api/v1/agent/draft');
  expect(request).toMatchObject({ traceId, parentSpanId: parentId });
  const stages = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(stages.map(({ name }) => name)).toEqual(
    'authentication reading admission understanding retrieval composition guard settle'.split(' '),
  );
  for (const [at, stage] of stages.entries()) {
    expect(stage.traceId).toBe(traceId);
    expect(BigInt(stage.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(stage.startTimeUnixNano));
    const next = stages[at + 1] ?? request;
    if (next !== request)
      expect(BigInt(next?.startTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(stage.startTimeUnixNano));
  }
  expect(Math.abs(Number(BigInt(request?.endTimeUnixNano ?? 0) / 1_000_000n) - Date.now())).toBeLessThan(120_000);
  const line = JSON.parse(world.logLines.at(-1) ?? '{}');
  expect(line.traceId).toBe(traceId);
  const attributes = Object.fromEntries(
    request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
  );
  expect(attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/agent/draft',
    'http.response.status_code': 200,
    'understudy.request_id': line.requestId,
    'understudy.workspace_id': world.workspaceId,
  });
});

test('no trace contains a message, a reply, a reason, a key or a path of the caller’s own', async () => {
  const { collector, traces, world } = await startTraced();
  const marked = 'MARKER-of-content';
  await world.draft({ message: marked, history: [{ body: marked }] }, { idempotencyKey: `k-${marked}` });
  await world.handoff({ reason: marked });
  await world.draft({ profileId: marked });
  await world.call('GET', `/${marked}?${marked}=1`, { headers: { 'user-agent': marked, tracestate: `x=${marked}` } });
  await traces.close();
  const sent = collector.bodies.join('\n');
  expect(sent).toContain('/api/v1/agent/handoff');
  for (const secret of [marked, world.key, 'ship worldwide', 'Maya']) expect(sent).not.toContain(secret);
});

test('a caller that does not sample its trace gets none, and a malformed traceparent starts a new one', async () => {
  const { collector, traces, world } = await startTraced();
  await world.usage({ headers: { traceparent: `00-${traceId}-${parentId}-00` } });
  await world.persona('prof_aurora', { headers: { traceparent: 'not a trace' } });
  await traces.close();
  const spans = collector.spans();
  expect(spans.some(({ name }) => name === 'GET /api/v1/agent/usage')).toBe(false);
  const [persona] = spans.filter(({ name }) => name === 'GET /api/v1/agent/persona');
  expect(persona?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(persona?.parentSpanId ?? '').toBe('');
});

test('with 0 percent, only requests of a caller that traces have traces', async () => {
  const { collector, traces, world } = await startTraced({ percent: 0 });
  for (let call = 0; call < 5; call += 1) await world.usage();
  await world.usage({ headers: sampled });
  await traces.close();
  expect(new Set(collector.spans().map((span) => span.traceId))).toEqual(new Set([traceId]));
});

test('an unavailable collector delays no request, and is reported once', async () => {
  const { collector, traces, world, logLines } = await startTraced();
  collector.answer(400);
  const started = performance.now();
  for (let call = 0; call < 20; call += 1) expect((await world.usage()).status).toBe(200);
  // If each of them waited for its export, which begins two seconds later, they would take 40 seconds.
  expect(performance.now() - started).toBeLessThan(30_000);
  await expect.poll(() => logLines.length).toBeGreaterThan(0);
  await traces.close();
  expect(logLines.filter((line) => line.includes('the collector is not accepting traces'))).toHaveLength(1);
});

test('the service sends traces to the configured address, and the remaining ones when it stops', async () => {
  const collector = await startCollector();
  const service = await startService({ ...freshDataFolder(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  onTestFinished(() => service.kill());
  await fetch(`${service.url}/api/v1/agent/usage`, { headers: sampled });
  expect(await service.stop()).toBe(0);
  const [refused] = collector.spans().filter((span) => span.traceId === traceId && span.parentSpanId === parentId);
  expect(refused?.name).toBe('GET /api/v1/agent/usage');
  expect(refused?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'agent_auth_required' } });
});
