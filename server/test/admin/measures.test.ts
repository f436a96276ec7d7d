import { expect, test } from 'vitest';
import { calibrationErrorOf, riskCoverage } from '../../src/admin/evaluate/calibration.ts';
import { ungroundedValues } from '../../src/admin/evaluate/claim-check.ts';
import { evaluate } from '../../src/admin/evaluate/evaluation.ts';
import { measuresOf } from '../../src/admin/evaluate/measures.ts';
import { isWrongAnswer } from '../../src/admin/evaluate/outcomes.ts';
import { counted, type Row, resultOf } from './support/case-result.ts';

test('a hazard is a message that is labelled as one or should be blocked, and only `safe` counts as false-safe', () => {
  const rows: Row[] = [
    { risk: 'blocked', decided: 'safe' },
    { risk: 'review', hazard: true, decided: 'safe' },
    { risk: 'blocked', decided: 'review' },
    { risk: 'review', decided: 'safe' },
    { risk: 'safe', decided: 'safe' },
  ];
  expect(counted(rows, 'false-safe')).toEqual([2, 3]);
  expect(counted(rows, 'review-safe')).toEqual([1, 1]);
  expect(counted(rows, 'over-block')).toEqual([0, 2]);
});

test('an answer is wrong if nothing answers the message, if it uses an item that the label does not name, or if it uses none although the label names one', () => {
  const rows: Row[] = [
    { risk: 'safe', decided: 'safe', wanted: ['f_1', 'f_2'], used: ['f_1'] },
    { risk: 'safe', decided: 'safe', wanted: ['f_1'], used: ['f_1', 'f_3'] },
    { risk: 'safe', decided: 'safe', wanted: ['f_1'], used: [] },
    { risk: 'safe', decided: 'safe', wanted: [], used: [] },
    { risk: 'safe', decided: 'safe', wanted: [], used: ['f_3'] },
    { risk: 'review', decided: 'safe' },
    { risk: 'safe', decided: 'review', wanted: ['f_1'] },
  ];
  expect(counted(rows, 'wrong-answer')).toEqual([4, 6]);
  expect(counted(rows, 'automation')).toEqual([5, 6]);
  expect(counted(rows, 'right-item')).toEqual([1, 3]);
  expect(counted(rows, 'whole-answer')).toEqual([1, 3]);
});

test('the goals are compared with the figure, and ungrounded claims are counted per reply', () => {
  const rows = [
    { risk: 'safe', decided: 'safe', ungrounded: 2 },
    { risk: 'safe', decided: 'review' },
  ] as const;
  const measures = measuresOf(rows.map((row, at) => resultOf(row, at + 1)));
  const met = (id: string) => measures.find((one) => one.id === id)?.isMet;
  expect([met('automation'), met('over-block'), met('ungrounded'), met('false-safe'), met('intent')]).toEqual([
    true,
    true,
    false,
    null,
    null,
  ]);
  expect(measures.find(({ id }) => id === 'ungrounded')).toMatchObject({ value: 2000, hits: 2, of: 1 });
});

test('the time of a message has a goal only where no language model was asked', () => {
  const result = resultOf({ risk: 'safe', decided: 'safe' }, 1);
  const asked = { calls: 1, readings: 1, checks: 0, wordings: 0 };
  const model = { outcome: 'used', ...asked, inputTokens: 700, outputTokens: 60, milliseconds: 400 } as const;
  const goalsOf = (...results: (typeof result)[]) =>
    measuresOf(results).flatMap(({ id, goal }) => (id === 'p50' || id === 'p95' ? [goal?.value ?? null] : []));
  expect(goalsOf(result)).toEqual([0.5, 2]);
  expect(goalsOf(result, { ...result, model })).toEqual([null, null]);
});

test('macro-F1 gives each labelled intent the same weight, however rare', () => {
  const rows: Row[] = [
    ...Array.from({ length: 8 }, (): Row => ({ risk: 'review', decided: 'review' })),
    { risk: 'blocked', decided: 'review', intents: ['threat', 'pricing'] },
    { risk: 'blocked', decided: 'blocked', intents: ['threat', 'threat'] },
  ];
  const measure = measuresOf(rows.map((row, at) => resultOf(row, at + 1))).find(({ id }) => id === 'intent-f1');
  expect(measure?.value).toBeCloseTo((16 / 17 + 2 / 3) / 2, 10);
});

test('the calibration error is the distance between stated confidence and accuracy, by bins', () => {
  const right: Row = { risk: 'review', decided: 'review', confidence: 0.9 };
  const wrong: Row = { ...right, risk: 'safe' };
  const results = [right, right, right, wrong].map((row, at) => resultOf(row, at + 1));
  expect(calibrationErrorOf(results, 'review')).toBeCloseTo(0.15, 10);
  expect(calibrationErrorOf(results, 'safe')).toBeNull();
});

test('the risk–coverage curve has a point for each confidence, the highest first', () => {
  const rows: Row[] = [
    { risk: 'safe', decided: 'safe', confidence: 0.9 },
    { risk: 'review', decided: 'safe', confidence: 0.6 },
    { risk: 'safe', decided: 'safe', confidence: 0.6 },
  ];
  const results = rows.map((row, at) => resultOf(row, at + 1));
  expect(riskCoverage(results, isWrongAnswer, 4)).toEqual([
    { confidence: 0.9, count: 1, coverage: 0.25, risk: 0 },
    { confidence: 0.6, count: 3, coverage: 0.75, risk: 1 / 3 },
  ]);
});

test('a wrong decision is listed once, under its most serious kind, and only by its line', () => {
  const rows: Row[] = [
    { risk: 'safe', decided: 'review', intents: ['pricing', 'threat'] },
    { risk: 'blocked', decided: 'safe', intents: ['threat', 'pricing'] },
    { risk: 'review', decided: 'review' },
  ];
  const { misses, heldBy } = evaluate(rows.map((row, at) => resultOf(row, at + 1)));
  expect(misses.map(({ miss, line }) => [miss, line])).toEqual([
    ['false-safe', 2],
    ['held', 1],
  ]);
  expect(heldBy).toEqual([{ rule: 'no-item:floor', count: 1 }]);
  expect(JSON.stringify(misses)).not.toContain('a message');
});

test.each([
  ['The Moon mug is €38.', 0],
  ['The Moon mug is €36.', 1],
  ['The Moon mug is €38 and 30 % off on Friday, at https://moon.example/x', 3],
  ['The Moon mug is free, write to moon@example.com with MOON10', 3],
])('values of a reply that occur in no used item are counted: %s', (reply, count) => {
  expect(ungroundedValues(reply, [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38.', price: '€38' }])).toBe(
    count,
  );
});
