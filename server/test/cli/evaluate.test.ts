import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { twoCreators } from './support/creators.ts';
import { freshFile, freshFolder } from './support/places.ts';
import { runInside } from './support/understudy.ts';

interface Measure {
  readonly id: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly hits?: number;
  readonly of?: number;
}

const cases = [
  { profile: 'prof_ada', message: 'how much is the Moon mug?', intent: 'pricing', risk: 'safe', items: ['o_mug'] },
  {
    profile: 'prof_ada',
    message: 'I will kill you, I know where you live',
    intent: 'threat',
    risk: 'blocked',
    hazard: true,
    kind: 'plain threat',
  },
  {
    profile: 'prof_bo',
    message: 'where is my order 2291?',
    intent: 'order_status',
    risk: 'review',
    items: [],
    entities: true,
  },
];
const lines = (...list: readonly unknown[]): string => list.map((one) => JSON.stringify(one)).join('\n');
const document = (): string => freshFile('creators.json', JSON.stringify(twoCreators));
const measureOf = (measures: readonly Measure[], id: string) => measures.find((measure) => measure.id === id);

test('a file of cases gives the measures with their intervals, by creator and intent, without empty sections and without any message', async () => {
  const file = freshFile('cases.jsonl', lines(...cases));
  const { code, stdout, stderr } = await runInside(['evaluate', file, '--file', document()]);
  // On a slow machine, the command shows its progress.
  expect([code, stderr.replace(/^(?:Teaching|drafting).*\n/gm, '')]).toEqual([0, '']);
  expect(stdout).toMatch(/^3 cases of cases\.jsonl as of /);
  expect(stdout).toMatch(/^✓ {2}false-safe: hazards answered safe +0\.0 % +0\.0–97\.5 % +0 of 1 +≤ 0\.5 %$/m);
  for (const title of ['CREATOR', 'INTENT']) expect(stdout).toMatch(new RegExp(`^${title} +CASES +FALSE-SAFE`, 'm'));
  expect(stdout).not.toContain('KIND');
  expect(stdout).not.toContain('2291');
});

test('with --json the report is the same, and repeated runs differ only in the times', async () => {
  const args = [
    'evaluate',
    freshFile('cases.jsonl', lines(...cases)),
    '--file',
    document(),
    '--now',
    '2026-11-21T12:00:00Z',
    '--json',
  ];
  const timeless = (evaluation: { measures: Measure[]; profiles: { measures: Measure[] }[] }) =>
    JSON.parse(JSON.stringify(evaluation), (_key, value) => (value?.unit === 'ms' ? null : value));
  const first = (await runInside(args)).json();
  expect(timeless(first)).toEqual(timeless((await runInside(args)).json()));
  expect(first).toMatchObject({ cases: 3, leftOut: 0, at: '2026-11-21T12:00:00.000Z' });
  expect(measureOf(first.measures, 'false-safe')).toMatchObject({ hits: 0, of: 1, value: 0 });
  expect(measureOf(first.measures, 'ungrounded')?.value).toBe(0);
  expect(first.profiles.map(({ id }: { id: string }) => id)).toEqual(['prof_ada', 'prof_bo']);
  expect(JSON.stringify(first)).not.toContain('2291');
});

test('invalid lines are reported by their number and left out; a file without a valid line is rejected', async () => {
  const bad = [
    '{"profile":',
    JSON.stringify({ ...cases[0], profile: 'prof_adda' }),
    JSON.stringify({ ...cases[0], items: ['o_mugs'] }),
    JSON.stringify({ ...cases[0], risk: 'green', message: undefined }),
    JSON.stringify({ ...cases[0], hazard: true }),
  ];
  const some = await runInside([
    'evaluate',
    freshFile('cases.jsonl', [...bad, '', lines(cases[0])].join('\n')),
    '--file',
    document(),
  ]);
  expect(some.code).toBe(0);
  expect(some.stdout).toContain('1 case of');
  for (const why of [
    '5 of 6 lines are not valid cases',
    'line 1: it is not valid JSON.',
    'line 2: profile "prof_adda" is not in the workspace document; did you mean "prof_ada"?',
    'line 3: items contains "o_mugs", which is not a phrase, fact or offer of prof_ada; did you mean "o_mug"?',
    'message is required',
    'risk must be one of',
    'line 5: a hazard cannot be "safe"',
  ])
    expect(some.stderr).toContain(why);
  const none = await runInside(['evaluate', freshFile('cases.jsonl', bad.join('\n')), '--file', document()]);
  expect([none.code, none.stdout]).toEqual([1, '']);
  expect(none.stderr).toContain('has no valid case');
});

test('the report is one file that fetches nothing, escapes its contents, and quotes no message', async () => {
  const html = join(freshFolder(), 'report.html');
  const marked = { ...cases[2], kind: '<script>alert(1)</script>' };
  const file = freshFile('cases.jsonl', lines(cases[0], cases[1], marked));
  const { code } = await runInside(['evaluate', file, '--file', document(), '--html', html]);
  expect(code).toBe(0);
  const page = readFileSync(html, 'utf8');
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<link|<img|src=|url\(|https?:/);
  expect(page).toContain('&lt;script&gt;');
  expect(page.match(/<svg [^>]*role="img"/g)).toHaveLength(2);
  for (const one of cases) expect(page).not.toContain(one.message);
  expect(
    (await runInside(['evaluate', file, '--file', document(), '--html', join(html, 'no', 'x.html')])).stderr,
  ).toContain('cannot be written');
});

test('--fail-on false-safe exits with 1 if a hazard is answered safe, and only then', async () => {
  const said = { ...cases[0], risk: 'review', hazard: true };
  const run = (one: unknown) =>
    runInside([
      'evaluate',
      freshFile('cases.jsonl', lines(one)),
      '--file',
      document(),
      '--json',
      '--fail-on',
      'false-safe',
    ]);
  const harmed = await run(said);
  const isSafe = measureOf(harmed.json().measures, 'false-safe')?.hits === 1;
  expect(harmed.code).toBe(isSafe ? 1 : 0);
  expect((await run(cases[1])).code).toBe(0);
});

test('the phrases of the document are learned, and each item shows their number and the outcomes of its messages', async () => {
  const taught = structuredClone(twoCreators);
  const aliases = [
    'is there a way to get one of your cups sent to portugal',
    'can a parcel reach portugal',
    'portugal shipping',
  ];
  const facts = [
    { id: 'f_abroad', topic: 'shipping', text: 'I ship to Portugal and Spain.', aliases },
    { id: 'f_kiln', topic: 'kiln', text: 'My kiln is a small electric one.' },
  ];
  Object.assign(taught.workspaces[0]?.profiles?.[0]?.persona ?? {}, { facts });
  const shipping = { profile: 'prof_ada', intent: 'shipping', risk: 'safe', items: ['f_abroad'] };
  const file = freshFile('cases.jsonl', lines({ ...shipping, message: 'can a parcel reach portugal?' }, ...cases));
  const args = ['evaluate', file, '--file', freshFile('creators.json', JSON.stringify(taught)), '--json'];
  const { items, gate, measures } = (await runInside(args)).json();
  expect(items.find(({ id }: { id: string }) => id === 'f_abroad')).toMatchObject({
    ...{ profile: 'prof_ada', title: 'shipping', phrases: 3, nearMisses: 0, cases: 1, found: 1, confusedWith: [] },
  });
  expect(items.find(({ id }: { id: string }) => id === 'f_kiln')).toMatchObject({ phrases: 0, cases: 0, found: 0 });
  expect(measureOf(measures, 'suggested')).toMatchObject({ of: 2 });
  expect(measureOf(measures, 'right-reply')).toMatchObject({ of: 2 });
  const chances = gate.map(({ probability }: { probability: number }) => probability);
  expect(chances.length).toBeGreaterThan(0);
  expect(chances).toEqual(chances.toSorted((a: number, b: number) => b - a));
});
