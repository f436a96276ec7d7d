import { expect, onTestFinished, test } from 'vitest';
import { intents } from '../../src/domain/decision.ts';
import { modelFailures } from '../../src/domain/language-model.ts';
import { authenticationRefusals, queues, stages } from '../../src/domain/measures.ts';
import { createModelEngine } from '../../src/drafting/model/create-model-engine.ts';
import { errorCatalogue } from '../../src/lib/error-catalogue.ts';
import { createLog } from '../../src/lib/log.ts';
import { createLanguageModel } from '../../src/models/create-language-model.ts';
import { createMeasures } from '../../src/telemetry/create-measures.ts';
import { metricCatalogue } from '../../src/telemetry/metric-catalogue.ts';
import { settingsFor } from '../models/support.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { obedient, startStubModel } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startWorld } from '../support/world.ts';
import { samplesIn, valueIn } from './support/samples.ts';

const harness = sqliteHarness();
const token = 'the-operators-own-token';

async function startWatched(options: Parameters<typeof startWorld>[1] = {}) {
  const measures = createMeasures({ ofProcess: false });
  const { contentType, text } = measures;
  const world = await startWorld(harness, {
    classifiers: taughtAtOnce,
    ...options,
    watchers: { measures, metrics: { token, contentType, text } },
  });
  measures.watchStore({
    check: world.store.check,
    dueWorkspaces: async () => (await world.store.workspacesWithDueNotifications({ limit: 500 })).length,
  });
  return { world, measures };
}

test('a draft counts once by intent and risk, and its repeat as a replay', async () => {
  const { world, measures } = await startWatched();
  const first = await world.draft({}, { idempotencyKey: 'once-and-again' });
  await world.draft({}, { idempotencyKey: 'once-and-again' });
  const { intent, riskLevel: risk } = first.body.decision;
  const page = await measures.text();
  expect(valueIn(page, 'understudy_decisions_total', { intent, risk })).toBe(1);
  expect(total(page, 'understudy_decisions_total')).toBe(1);
  expect(valueIn(page, 'understudy_replays_total', { operation: 'draft' })).toBe(1);
  expect(valueIn(page, 'understudy_requests_total', { route: '/api/v1/agent/draft', status: '200' })).toBe(2);
});

test('each stage that a draft goes through is timed once, over REST and over MCP', async () => {
  const { world, measures } = await startWatched();
  await world.draft();
  const ofDraft = stages.filter((stage) => stage !== 'model' && stage !== 'delivery');
  const countOf = (page: string, stage: string) => valueIn(page, 'understudy_stage_duration_seconds_count', { stage });
  const afterRest = await measures.text();
  expect(stages.filter((stage) => countOf(afterRest, stage) === 1)).toEqual(ofDraft);
  const params = {
    name: 'agent_draft_reply',
    arguments: { profileId: 'prof_aurora', message: 'hi', idempotencyKey: 'by-tool-1' },
  };
  await world.call('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  const afterMcp = await measures.text();
  expect(stages.filter((stage) => countOf(afterMcp, stage) === 2)).toEqual(ofDraft);
});

test('a rejected request counts by its code, including a used-up allowance and a rejected key', async () => {
  const { world, measures } = await startWatched({ config: { plans: plansOf(1) } });
  await world.draft();
  await world.draft();
  await world.draft({}, { key: null });
  await world.draft({ message: '' });
  await world.call('GET', '/nowhere');
  const page = await measures.text();
  for (const code of ['agent_monthly_quota_used', 'agent_auth_required', 'invalid_request', 'not_found']) {
    expect([code, valueIn(page, 'understudy_refusals_total', { code })]).toEqual([code, 1]);
  }
  expect(total(page, 'understudy_refusals_total')).toBe(4);
});

test('a handoff counts, and its notification shows as due', async () => {
  const { world, measures } = await startWatched();
  expect(valueIn(await measures.text(), 'understudy_workspaces_with_due_notifications')).toBe(0);
  await world.handoff();
  const page = await measures.text();
  expect(valueIn(page, 'understudy_handoffs_total')).toBe(1);
  expect(valueIn(page, 'understudy_workspaces_with_due_notifications')).toBe(1);
  expect(valueIn(page, 'understudy_store_up')).toBe(1);
});

test('a draft that a model words counts with its calls, its tokens and its result', async () => {
  const stub = await startStubModel({ kind: 'answer', with: obedient });
  onTestFinished(() => stub.close());
  const measures = createMeasures({ ofProcess: false });
  const model = createLanguageModel(settingsFor(stub), createLog({ level: 'silent' }), measures);
  const engine = createModelEngine({ model, measures });
  const world = await startWorld(harness, { engine, workspace: { drafting: { model: true } }, watchers: { measures } });
  await world.draft();
  const answered = stub.requests.length;
  stub.behave({ kind: 'hang-up' });
  await world.draft();
  const page = await measures.text();
  expect(answered).toBeGreaterThan(0);
  expect(valueIn(page, 'understudy_model_drafts_total', { outcome: 'used' })).toBe(1);
  expect(valueIn(page, 'understudy_model_drafts_total', { outcome: 'unreachable' })).toBe(1);
  expect(valueIn(page, 'understudy_model_calls_total', { outcome: 'answered' })).toBe(answered);
  expect(valueIn(page, 'understudy_model_calls_total', { outcome: 'unreachable' })).toBeGreaterThan(0);
  expect(valueIn(page, 'understudy_model_tokens_total', { direction: 'output' })).toBeGreaterThan(0);
  expect(valueIn(page, 'understudy_stage_duration_seconds_count', { stage: 'model' })).toBeGreaterThanOrEqual(2);
  expect(valueIn(page, 'understudy_queue_length', { queue: 'model_calls' })).toBe(0);
});

test('while the store is unavailable the page still responds, says so, and reports no unknown value', async () => {
  const { world, measures } = await startWatched();
  await world.store.close();
  const page = await measures.text();
  expect(valueIn(page, 'understudy_store_up')).toBe(0);
  expect(valueIn(page, 'understudy_workspaces_with_due_notifications')).toBeNull();
});

test('a label is a word of a fixed list, whatever callers send, and no caller can add a series with a path', async () => {
  const { world, measures } = await startWatched();
  const marked = 'MARKER-of-content';
  await world.draft({ message: marked, history: [{ body: marked }] }, { idempotencyKey: `k-${marked}` });
  await world.draft({ profileId: marked });
  await world.handoff({ reason: marked });
  const before = samplesIn(await measures.text()).length;
  for (let at = 0; at < 30; at += 1) await world.call('GET', `/${marked}-${at}?${marked}=1`);
  await world.call(`PROPFIND`, `/api/v1/agent/draft`);
  const page = await measures.text();
  // The only new route is "none", with its statuses.
  expect(samplesIn(page).length - before).toBeLessThan(25);
  expect(page).not.toContain(marked);
  expect(page).not.toContain(world.workspaceId);
  const routes = new Set(samplesIn(page).flatMap(({ labels }) => labels['route'] ?? []));
  expect([...routes].sort()).toEqual(['/api/v1/agent/draft', '/api/v1/agent/handoff', 'none']);
  const words: Readonly<Record<string, readonly string[]>> = {
    stage: stages,
    intent: intents,
    risk: ['safe', 'review', 'blocked'],
    code: Object.keys(errorCatalogue),
    reason: authenticationRefusals,
    queue: queues,
    operation: ['draft', 'handoff'],
    direction: ['input', 'output'],
    outcome: [
      'answered',
      'passed_on',
      'full',
      'used',
      'delivered',
      'retry',
      'failed',
      'unrecorded',
      ...Object.keys(modelFailures),
    ],
  };
  for (const { labels } of samplesIn(page)) {
    for (const [label, word] of Object.entries(labels)) {
      if (label === 'status') expect(word).toMatch(/^([2-5]\d\d|0)$/);
      else if (label !== 'route' && label !== 'le') expect(words[label]).toContain(word);
    }
  }
});

test('every metric of the catalogue is on the page from the start, with the documented labels', async () => {
  const { world, measures } = await startWatched();
  await world.usage();
  const page = await measures.text();
  for (const { name, kind, labels } of Object.values(metricCatalogue)) {
    expect(page).toContain(`# TYPE ${name} ${kind}`);
    const sample = samplesIn(page).find(
      (one) => one.name.replace(/_(count|sum|bucket)$/, '') === name.replace(/_count$/, ''),
    );
    expect([name, sample === undefined]).toEqual([name, false]);
    expect(Object.keys(sample?.labels ?? {}).filter((label) => label !== 'le')).toEqual(Object.keys(labels));
  }
});

test('on the main port only the operator’s token gives access to the metrics: neither no token nor a key of a workspace does', async () => {
  const { world } = await startWatched();
  const open = (key: string | null) => world.call('GET', '/metrics', { key });
  for (const given of [null, world.key, `${token}x`]) {
    const refused = await open(given);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="understudy metrics"',
    ]);
    expect(refused.text).toContain('UNDERSTUDY_METRICS_TOKEN');
  }
  const opened = await open(token);
  expect(opened.status).toBe(200);
  expect(opened.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(opened.text).toContain('understudy_requests_total');
});

test('wrong tokens at /metrics do not count as keys of agents', async () => {
  const { world, measures } = await startWatched();
  for (let at = 0; at < 30; at += 1) await world.call('GET', '/metrics', { key: `${token}${at}` });
  const page = await measures.text();
  expect(total(page, 'understudy_refusals_total')).toBe(0);
  expect(total(page, 'understudy_refused_authentications_total')).toBe(0);
  expect(valueIn(page, 'understudy_requests_total', { route: '/metrics', status: '401' })).toBe(30);
});

test('every guessed key counts, even if it is not looked up because its address sent too many', async () => {
  const { world, measures } = await startWatched({ config: { failedAuthenticationsPerMinute: 20 } });
  for (let at = 0; at < 50; at += 1) await world.usage({ key: `ustudy_live_${String(at).padStart(38, '0')}` });
  const page = await measures.text();
  const counted = authenticationRefusals.map((reason) =>
    valueIn(page, 'understudy_refused_authentications_total', { reason }),
  );
  expect(counted).toEqual([0, 20, 30]);
});

test('without a setting there is no /metrics', async () => {
  const world = await startWorld(harness);
  expect((await world.call('GET', '/metrics')).status).toBe(404);
});

test('the log line of a request contains the duration of each stage, and together they are no more than the whole', async () => {
  const world = await startWorld(harness);
  await world.draft();
  await expect.poll(() => world.logLines.length).toBeGreaterThan(0);
  const { stagesMs, durationMs } = JSON.parse(world.logLines.at(-1) ?? '{}');
  expect(Object.keys(stagesMs)).toEqual(stages.filter((stage) => stage !== 'model' && stage !== 'delivery'));
  const times: number[] = Object.values(stagesMs);
  expect(times.every((ms) => ms >= 0)).toBe(true);
  expect(times.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(durationMs + 0.1);
});

function total(page: string, name: string): number {
  return samplesIn(page)
    .filter((sample) => sample.name === name)
    .reduce((sum, { value }) => sum + value, 0);
}

function plansOf(monthlyReplies: number) {
  const plan = { requestsPerMinute: 600, monthlyReplies };
  return { creator: plan, studio: plan, agency: plan };
}
