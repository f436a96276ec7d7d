import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { reliability, replaceReliability } from '../../src/drafting/model/reliability.ts';
import { writeSection } from '../support/page-section.ts';
import { postgresHarness, sqliteHarness } from '../support/store-harness.ts';
import { obedient } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startWorld } from '../support/world.ts';
import { believesChecks, believesRivals, graded } from './asking-for-checks.ts';
import { failingChecks, shippingItem } from './failing-checks.ts';
import {
  approved,
  bothItems,
  type Failing,
  failures as failingReadings,
  patientTimeoutMs,
  timeoutMs,
} from './failing-models.ts';
import { openStub } from './support.ts';

const server = inject('postgresUrl');
const stores = [
  { store: 'SQLite', harness: sqliteHarness() },
  ...(server === null ? [] : [{ store: 'PostgreSQL', harness: postgresHarness(server) }]),
];
/** The store for results that do not depend on the store. */
const [{ harness } = { harness: sqliteHarness() }] = stores;
const onEach = (list: readonly Failing[]) =>
  stores.flatMap((place) => list.map((failing) => ({ ...place, failing, name: failing.name })));
const workspace = { drafting: { model: true } };
const failures = [...failingReadings, ...failingChecks];
/** If set, these tests write their results into the table in docs/models.md. */
const writesTable = process.env['UNDERSTUDY_TEST_WRITE_TABLE'] === 'true';
const rows: string[] = [];
/** A busy machine takes longer for work of about 20 ms. */
const slackMs = 10_000;
afterAll(() => (writesTable ? writeTable(rows) : undefined));

test.each(onEach(failures))(
  'on $store a model that $name leaves the caller with the embedded reply, charged once',
  async ({ store, harness: ownHarness, failing }) => {
    const isSlow = failing.outcome === 'timeout';
    const { stub, engine, logLines, measures } = await openStub(
      { timeoutMs: isSlow ? timeoutMs : patientTimeoutMs, ...failing.settings },
      ...[failing.script].flat(),
    );
    const world = await startWorld(ownHarness, { engine, classifiers: taughtAtOnce, workspace });
    await world.draft({ message: 'hello!' });
    const fields = failing.isChecked ? { message: await checkedMessage(failing.believes) } : {};
    const startedMs = performance.now();
    const { status, body } = await world.draft(fields);
    const tookMs = performance.now() - startedMs;

    expect(status).toBe(200);
    const riskLevel = failing.isChecked ? 'review' : 'safe';
    expect(body.decision).toMatchObject({ riskLevel, requiresCreator: riskLevel === 'review' });
    if (riskLevel === 'safe') expect(body.decision.reply).toContain(approved);
    expect(body.decision.rationale).toContain('The language model was not used because');
    const isRetried = failing.outcome === 'unreachable' || failing.outcome === 'overloaded';
    expect(stub.requests.length).toBeGreaterThanOrEqual(failing.calls);
    expect(stub.requests.length).toBeLessThanOrEqual(isRetried ? 3 : failing.calls);
    expect(tookMs, 'a failure is not waited for').toBeLessThan(isSlow ? timeoutMs + slackMs : patientTimeoutMs / 2);
    const { usage } = (await world.usage()).body;
    expect(usage.used).toBe(2);
    expect(usage.totals.model).toMatchObject({ calls: stub.requests.length, outcomes: { [failing.outcome]: 1 } });
    const log = [...world.logLines, ...logLines].join('');
    expect(log).toContain(`"outcome":"${failing.outcome}"`);
    expect(log).not.toMatch(/provider words|worldwide|Brazil|sk-stub/);
    const counted = countsIn(await measures.text());
    expect(counted).toContain(`drafts{outcome="${failing.outcome}"} 1`);
    const [line, ...more] = log.split('\n').filter((each) => each.includes('a model was asked'));
    expect(more).toEqual([]);
    const { level, model } = JSON.parse(line ?? '{}');
    if (store !== 'SQLite') return;
    rows.push(
      [
        failing.name,
        `${status}, \`${body.decision.riskLevel}\`, the embedded reply`,
        `${Math.round(tookMs)} ms`,
        usage.used - 1,
        stub.requests.length,
        `${level}: \`${model.outcome}\`, calls ${model.calls}`,
        counted.map((each) => `\`${each}\``).join(' '),
      ].join(' | '),
    );
  },
);

const found = new Map<Failing['believes'], string>();

/** Returns a message that leads to a check, and that the embedded evidence alone leaves to the creator. */
async function checkedMessage(believes: Failing['believes'] = 'checks'): Promise<string> {
  const committed = reliability();
  replaceReliability(believes === 'checks' ? believesChecks(committed) : believesRivals(committed));
  onTestFinished(() => replaceReliability(committed));
  const known = found.get(believes);
  if (known !== undefined) return known;
  const reads = believes === 'checks' ? bothItems : shippingItem;
  const { stub, engine } = await openStub(
    {},
    { kind: 'answer', with: (request) => (request.form === 'check' ? obedient(request) : reads(request)) },
  );
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  const alone = await startWorld(harness, { classifiers: taughtAtOnce });
  for (const message of graded) {
    await world.draft({ message });
    if (stub.requests.at(-1)?.form !== 'check') continue;
    const { body } = await alone.draft({ message });
    if (body.decision.riskLevel !== 'review') continue;
    found.set(believes, message);
    return message;
  }
  throw new Error('the embedded evidence holds none of the graded messages for being unsure: add others to the list');
}

const named = [
  'never answers',
  'hangs up',
  'fails internally',
  'refuses the key',
  'violates the schema',
  'reads 100 parts',
  'answers the check in another form',
];

test.each(onEach(failures.filter(({ name }) => named.includes(name))))(
  'on $store a required model that $name is 503 and charges nothing',
  async ({ harness: ownHarness, failing }) => {
    const { engine } = await openStub(
      { timeoutMs: 700, ...failing.settings, isRequired: true },
      ...[failing.script].flat(),
    );
    const world = await startWorld(ownHarness, { engine, classifiers: taughtAtOnce, workspace });
    const answer = await world.draft(failing.isChecked ? { message: await checkedMessage(failing.believes) } : {});
    expect(answer.status).toBe(503);
    expect(answer.body.error).toBe('service_unavailable');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await world.usage()).body.usage).toMatchObject({ used: 0 });
    expect((await world.draft({ message: 'hello!' })).status, 'what needs no model is answered').toBe(200);
  },
);

test('an unreachable model is not asked after five failures, until its time has come', async () => {
  const { stub, engine, logLines } = await openStub({ timeoutMs: 900 }, { kind: 'hang-up' });
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  for (let turn = 0; turn < 5; turn += 1) await world.draft();
  const asked = stub.requests.length;
  expect(asked).toBeLessThanOrEqual(6);
  await world.draft();
  expect(stub.requests).toHaveLength(asked);
  expect(logLines.join('')).toContain("the language model's circuit breaker changed state");
  expect((await world.usage()).body.usage.totals.model.outcomes.circuit_open).toBeGreaterThan(0);
});

/** Returns the model's series that are not 0, without their common prefix. */
function countsIn(metrics: string): string[] {
  return [...metrics.matchAll(/^understudy_model_(calls|drafts)_total(\{.*\}) ([1-9]\d*)$/gm)].map(
    ([, name, labels, count]) => `${name}${labels} ${count}`,
  );
}

function writeTable(found: readonly string[]): void {
  const head =
    '| the model | the caller sees | after | charged | requests | the log says | the metrics say |\n|---|---|---|---|---|---|---|';
  writeSection('models.md', 'failures', [head, ...found.map((row) => `| ${row} |`)].join('\n'));
}
