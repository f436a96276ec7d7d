import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';
import { approved, failures, timeoutMs } from './failing-models.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
/** Set, the rows of the table in docs/models.md are printed. */
const tellsRows = process.env['UNDERSTUDY_TEST_TELL_ROWS'] === 'true';

test.each(failures)('a model that $name leaves the caller with the embedded reply, charged once', async (failing) => {
  const { stub, engine, logLines } = await openStub({ timeoutMs, ...failing.settings }, failing.script);
  const world = await startWorld(harness, { engine, workspace });
  await world.draft({ message: 'hello!' });
  const startedMs = performance.now();
  const { status, body } = await world.draft();
  const tookMs = performance.now() - startedMs;

  expect(status).toBe(200);
  expect(body.decision).toMatchObject({ riskLevel: 'safe', requiresCreator: false });
  expect(body.decision.reply).toContain(approved);
  expect(body.decision.rationale).toContain("the language model's words were not used");
  const isRetried = failing.outcome === 'unreachable' || failing.outcome === 'overloaded';
  expect(stub.requests.length).toBeGreaterThanOrEqual(failing.calls);
  expect(stub.requests.length).toBeLessThanOrEqual(isRetried ? 3 : failing.calls);
  expect(tookMs).toBeLessThan(failing.withinMs);
  const { usage } = (await world.usage()).body;
  expect(usage.used).toBe(2);
  expect(usage.totals.model).toMatchObject({ calls: stub.requests.length, outcomes: { [failing.outcome]: 1 } });
  const log = [...world.logLines, ...logLines].join('');
  expect(log).toContain(`"outcome":"${failing.outcome}"`);
  expect(log).not.toMatch(/provider words|worldwide|Brazil|sk-stub/);
  const row = `| ${failing.name} | \`${failing.outcome}\` | ${stub.requests.length} | ${Math.round(tookMs)} ms |`;
  if (tellsRows) console.info(row);
});

const named = ['never answers', 'hangs up', 'fails inside', 'refuses the key', 'breaks the schema', 'changes a price'];

test.each(failures.filter(({ name }) => named.includes(name)))(
  'a required model that $name is 503 and charges nothing',
  async (failing) => {
    const { engine } = await openStub({ timeoutMs: 700, ...failing.settings, isRequired: true }, failing.script);
    const world = await startWorld(harness, { engine, workspace });
    const answer = await world.draft();
    expect(answer.status).toBe(503);
    expect(answer.body.error).toBe('service_unavailable');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await world.usage()).body.usage).toMatchObject({ used: 0 });
    expect((await world.draft({ message: 'hello!' })).status, 'what needs no model is answered').toBe(200);
  },
);

test('a model that is not there is left alone after five failures, and asked again when its time has come', async () => {
  const { stub, engine, logLines } = await openStub({ timeoutMs: 900 }, { kind: 'hang-up' });
  const world = await startWorld(harness, { engine, workspace });
  for (let turn = 0; turn < 5; turn += 1) await world.draft();
  const asked = stub.requests.length;
  expect(asked).toBeLessThanOrEqual(6);
  await world.draft();
  expect(stub.requests).toHaveLength(asked);
  expect(logLines.join('')).toContain('the circuit to the language model changed');
  expect((await world.usage()).body.usage.totals.model.outcomes.circuit_open).toBeGreaterThan(0);
});
