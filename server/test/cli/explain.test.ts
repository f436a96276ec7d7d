import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/cli/display-width.ts';
import { type Explained, showTrace } from '../../src/cli/explain/show-trace.ts';
import { createPrinter } from '../../src/cli/printer.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import type { DraftInput } from '../../src/drafting/engine.ts';
import { twoCreators } from './support/creators.ts';
import { bringIn, freshDataFolder, freshFile } from './support/places.ts';
import { runInside } from './support/understudy.ts';

const document = (): string => freshFile('creators.json', JSON.stringify(twoCreators));
const question = 'how much is the Moon mug?';

test('a message is explained with only a workspace document: the deciding step, its clauses, the candidates, and the support of each claim', async () => {
  const { code, stdout, stderr } = await runInside(['explain', question, '--file', document(), '-p', 'prof_ada']);
  expect(code).toBe(0);
  // On a slow machine, the command shows the progress of teaching.
  expect(stderr).toMatch(/^(?:Teaching Ada: \d+ of 16 passes\n)*$/);
  expect(stdout).toMatch(/^Ada prof_ada$/m);
  expect(stdout).toMatch(/^decided by +\S/m);
  expect(stdout).toMatch(
    /^danger +\d\.\d{3} at \d\.\d+ or more, an answer is automatic only if the engine is certain of it$/m,
  );
  expect(stdout).toMatch(/^1 {2}“how much is the Moon mug” 0–24$/m);
  expect(stdout).toMatch(/^ +pricing +[01]\.\d{3} ━/m);
  expect(stdout).toMatch(/^ +o_mug +[01]\.\d{3} ━+ +[01]\.\d\d {2}\w/m);
  expect(stdout).toMatch(/^ +price +o_mug +“€38” \d+–\d+$/m);
  expect(stdout.split('\n').filter((line) => line !== line.trimEnd())).toEqual([]);
});

test('the same message with the stored persona gives the same decision and trace, and stores nothing', async () => {
  const env = freshDataFolder();
  await bringIn(env, twoCreators);
  const asJson = async (...where: string[]) =>
    (
      await runInside(['explain', question, '-p', 'prof_ada', '--now', '2026-11-21T12:00:00Z', '--json', ...where], env)
    ).json();
  const stored = await asJson('-w', 'ws_two');
  expect(stored).toEqual(await asJson('--file', document()));
  expect(stored).toMatchObject({
    profileId: 'prof_ada',
    decision: { intent: 'pricing' },
    trace: { engine: 'embedded' },
  });
  const usage = (await runInside(['usage', '-w', 'ws_two', '--json'], env)).json();
  expect(usage.used).toBe(0);
});

test('a document is explained with the autonomy of the workspace that has the profile', async () => {
  const off = structuredClone(twoCreators);
  for (const workspace of off.workspaces) Object.assign(workspace, { drafting: { autonomy: 'off' } });
  const file = freshFile('creators.json', JSON.stringify(off));
  const hello = ['explain', 'hello!', '-p', 'prof_ada', '--json', '--file'];
  expect((await runInside([...hello, document()])).json()).toMatchObject({ decision: { riskLevel: 'safe' } });
  const { decision, trace } = (await runInside([...hello, file])).json();
  expect([decision.riskLevel, trace.reasons]).toEqual(['review', expect.arrayContaining(['autonomy'])]);
});

test('without a message the newest inbound one of a conversation is explained, with the thread before it', async () => {
  const env = freshDataFolder();
  await bringIn(env, twoCreators);
  const { code, stdout } = await runInside(['explain', '-w', 'ws_two', '-c', 'conv_1'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Ada prof_ada, after 2 messages\n {2}how much is the Moon mug\?$/m);
});

test('a missing record is named together with the nearest existing one, and the possible profiles are listed', async () => {
  const file = document();
  for (const [args, why] of [
    [['-p', 'prof_adda'], 'There is no profile "prof_adda". Did you mean "prof_ada"?'],
    [[], 'Choose a profile with --profile: prof_ada, prof_bo.'],
    [['-c', 'conv_2'], 'There is no conversation "conv_2". Did you mean "conv_1"?'],
    [['-p', 'prof_ada', '-w', 'ws_tow'], 'has no workspace "ws_tow". Did you mean "ws_two"?'],
  ] as const) {
    const { code, stdout, stderr } = await runInside(['explain', question, '--file', file, ...args]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(why);
  }
  const short = await runInside(['explain', 'x', '--file', file, '-p', 'prof_ada']);
  expect([short.code, short.stderr]).toEqual([1, '✗ A message must have 2 to 800 characters, but this one has 1.\n']);
});

test.each([
  [[question], 'Add --workspace <id>, or --file <document>'],
  [['-w', 'ws_two'], 'Add a message, --conversation <id> for its newest one, or --request <key>'],
  [[question, '-w', 'ws_two', '--request', 'a-key'], 'Use a message or --request, not both'],
  [['--request', 'a-key'], "With --request, add the draft's --workspace <id>"],
  [['--request', 'a-key', '-w', 'ws_two', '-p', 'prof_ada'], "'-p, --profile <id>'"],
  [[question, '-w', 'ws_two', '--now', 'soon'], 'a timestamp such as 2026-11-21T12:00:00Z'],
])('a command line with too few or too many arguments (%j) exits with 2 and says why', async (args, why) => {
  const { code, stdout, stderr } = await runInside(['explain', ...args], freshDataFolder());
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
});

test("a stored trace is shown only by positions, with the language model's part in the reply", async () => {
  const { trace } = await draftOfAda();
  const model = {
    outcome: 'used',
    calls: 2,
    readings: 1,
    checks: 0,
    wordings: 1,
    inputTokens: 900,
    outputTokens: 40,
    milliseconds: 700,
    given: ['o_mug'],
    reading: {
      intent: 'pricing',
      risk: 'safe',
      courtesy: 'none',
      parts: [{ start: 0, end: 24, items: ['o_mug'] }],
      topics: 0,
    },
    check: '',
    wording: 'guard',
    breaches: ['price'],
    evidence: [1],
    alone: { items: ['o_mug'], probability: 0.9 },
  };
  const shown = await shownOf({ ...trace, model });
  expect(shown).toMatch(
    /^model +used 1 readings, 0 checks, 1 wordings, 900 input and 40 output tokens, 700 ms; read pricing, safe, 0–24: o_mug; wording: guard \(price\); alone: o_mug at 0\.9$/m,
  );
  expect(shown).toMatch(/^1 {2}0–24$/m);
  expect(shown).toMatch(/^ +price +o_mug +\d+–\d+$/m);
  expect(shown).not.toContain('€38');
});

test('a trace of another engine or version is shown as an outline', async () => {
  const shown = await shownOf({
    engine: 'other',
    version: 9,
    scores: [{ intent: 'pricing', score: 0.9 }],
    found: null,
  });
  expect(shown).toBe('engine other\nversion 9\nscores intent=pricing  score=0.9\nfound —\n');
});

test.each([44, 60, 80, 120])('no line is wider than a terminal of %i columns', async (columns) => {
  const hazard = `${'what a lovely mug that is '.repeat(12)}and I will kill you, I know where you live 😍`;
  for (const message of [question, hazard]) {
    const { decision, trace } = await draftOfAda(message);
    const draft = { profileId: 'prof_ada', input: inputOfAda(message), decision };
    const shown = await shownOf(trace, draft, columns);
    expect(shown.split('\n').filter((line) => displayWidth(line) > columns)).toEqual([]);
    expect(shown).toMatch(/^decided by /m);
  }
});

function draftOfAda(message = question) {
  return createEmbeddedEngine().draft(inputOfAda(message));
}

function inputOfAda(message: string): DraftInput {
  const [ada] = twoCreators.workspaces[0]?.profiles ?? [];
  return {
    message,
    history: [],
    displayName: 'Ada',
    persona: ada?.persona ?? {},
    relationship: null,
    awaitsCreator: false,
    now: Date.parse('2026-11-21T12:00:00Z'),
  };
}

async function shownOf(trace: unknown, draft: Explained['draft'] = null, columns?: number): Promise<string> {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  const printer = createPrinter({
    env: { NO_COLOR: '1' },
    stdin: Readable.from([]),
    stdout,
    stderr: new PassThrough(),
  });
  showTrace(printer, { trace, draft });
  return text(stdout.end());
}
