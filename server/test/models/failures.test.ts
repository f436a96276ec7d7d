import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';
import { approved, failures, timeoutMs } from './failing-models.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
/** Set, the table in docs/models.md is made of what these tests see. */
const writesTable = process.env['UNDERSTUDY_TEST_WRITE_TABLE'] === 'true';
const rows: string[] = [];
afterAll(() => (writesTable ? writeTable(rows) : undefined));

test.each(failures)('a model that $name leaves the caller with the embedded reply, charged once', async (failing) => {
  const { stub, engine, logLines, measures } = await openStub({ timeoutMs, ...failing.settings }, failing.script);
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
  const counted = countsIn(await measures.text());
  expect(counted).toContain(`drafts{outcome="${failing.outcome}"} 1`);
  const [line, ...more] = log.split('\n').filter((each) => each.includes('a model was asked'));
  expect(more).toEqual([]);
  const { level, model } = JSON.parse(line ?? '{}');
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

/** The series of the model that are not 0, their common part left out. */
function countsIn(metrics: string): string[] {
  return [...metrics.matchAll(/^understudy_model_(calls|drafts)_total(\{.*\}) ([1-9]\d*)$/gm)].map(
    ([, name, labels, count]) => `${name}${labels} ${count}`,
  );
}

function writeTable(found: readonly string[]): void {
  const page = new URL('../../../docs/models.md', import.meta.url);
  const [start, end] = ['<!-- failures: made by the command below -->', '<!-- end of failures -->'];
  const [before, rest = ''] = readFileSync(page, 'utf8').split(start);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined)
    throw new Error(`docs/models.md needs the marks ${start} and ${end}`);
  const head =
    '| the model | the caller sees | after | charged | requests | the log says | the metrics say |\n|---|---|---|---|---|---|---|';
  writeFileSync(page, `${before}${start}\n${head}\n${found.map((row) => `| ${row} |`).join('\n')}\n${end}${after}`);
}
