import { expect, test } from 'vitest';
import type { AnswerInput } from '../../src/drafting/answer/answer-input.ts';
import { answerModel, thresholdAt } from '../../src/drafting/answer/answer-model.ts';
import {
  chooseAnswer,
  gatherCandidates,
  type LikelyItem,
  planFeatures,
} from '../../src/drafting/answer/find-answer.ts';
import { embeddedFinding } from '../../src/drafting/decide/finding.ts';
import { reasonsToHold } from '../../src/drafting/decide/reasons.ts';
import { index, likely, plain } from './understood.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const { thresholds } = answerModel();
const { proposal } = thresholds;
/** The number of training phrases of the items that `likely` makes. */
const { phrases } = likely('f_ship', 0.9);
const [careful, balanced] = [thresholdAt(thresholds.careful, phrases), thresholdAt(thresholds.balanced, phrases)];
const noCourtesy = { kind: 'none', probability: 0, threshold: 0.9 } as const;
const answer = (chosen: LikelyItem[], probability: number) => ({ chosen, candidates: chosen, probability });

test('the autonomy of a workspace sets the least probability of an automatic answer', () => {
  const least = (autonomy?: 'off' | 'careful' | 'balanced') =>
    embeddedFinding(answer([likely('f_ship', 0.9)], 0), noCourtesy, autonomy).least;
  expect(least('balanced')).toEqual({ answer: balanced, proposal });
  for (const autonomy of ['careful', 'off', undefined] as const)
    expect(least(autonomy)).toEqual({ answer: careful, proposal });
  expect(balanced).toBeLessThan(careful);
});

test('the threshold lies between those of the numbers of phrases that it was chosen for', () => {
  const list = [0.92, 0.84, 0.9];
  const at = (count: number) => Number(thresholdAt(list, count).toFixed(3));
  expect([at(0), at(8), at(16), at(38), at(60), at(100)]).toEqual([0.92, 0.88, 0.84, 0.87, 0.9, 0.9]);
});

test('several items need the strictest of their thresholds, in any order', () => {
  const items = [0, 16, 60].map((phrases) => ({ ...likely('f_ship', 0.9), phrases }));
  const strictest = Math.max(...items.map((item) => thresholdAt(thresholds.careful, item.phrases)));
  for (const list of [items, [...items].reverse(), [items[1], items[0], items[2]].filter((item) => item !== undefined)])
    expect(embeddedFinding(answer(list, 0.9), noCourtesy).least.answer).toBe(strictest);
});

test('a friendly line is enough if it is certain enough and more likely than the answer', () => {
  const isEnough = (probability: number, ofAnswer: number, kind: 'greeting' | 'none' = 'greeting') =>
    embeddedFinding(answer([likely('f_ship', 0.9)], ofAnswer), { kind, probability, threshold: 0.8 }).courtesy.isEnough;
  expect([isEnough(0.8, 0.1), isEnough(0.79, 0.1), isEnough(0.85, 0.85), isEnough(0.85, 0.86)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(isEnough(0.99, 0.1, 'none')).toBe(false);
});

test('items are proposed in the order of their questions, and only from the least probability on', () => {
  const chosen = [likely('f_ship', 0.9, { from: 7 }), likely('f_clay', proposal, { from: 2 })];
  const ids = (items: readonly LikelyItem[]) => items.map(({ item }) => item.id);
  expect(ids(embeddedFinding(answer(chosen, 0.9), noCourtesy).chosen)).toEqual(['f_clay', 'f_ship']);
  const unlikely = [...chosen, likely('f_wash', proposal - 0.01, { from: 4 })];
  const finding = embeddedFinding(answer(unlikely, 0.9), noCourtesy);
  expect([ids(finding.chosen), ids(finding.wanted)]).toEqual([
    ['f_clay', 'f_ship'],
    ['f_clay', 'f_wash', 'f_ship'],
  ]);
  const friendly = embeddedFinding(answer(chosen, 0.1), { kind: 'thanks', probability: 0.99, threshold: 0.8 });
  expect([ids(friendly.chosen), friendly.courtesy.kind]).toEqual([[], 'thanks']);
});

test('every doubt about the answer is a reason to hold it', () => {
  const item = likely('f_ship', 0.9);
  const finding = { ...embeddedFinding(answer([item], careful), noCourtesy), chosen: [item], wanted: [item] };
  const composed = { reply: 'x', used: ['f_ship'], isWhole: true };
  const reasons = (change: object, of: object = {}, held: string[] = []) =>
    reasonsToHold({ held, finding: { ...finding, ...change }, composed: { ...composed, ...of } });
  expect(reasons({})).toEqual([]);
  expect(reasons({}, {}, ['sign'])).toEqual(['sign']);
  expect(reasons({ probability: careful - 0.001 })).toEqual(['unsure']);
  expect(reasons({ wanted: [item, item] })).toEqual(['unsure']);
  expect(reasons({ chosen: [] })).toEqual(['no-item']);
  expect(reasons({}, { isWhole: false })).toEqual(['fit']);
  expect(reasons({}, { reply: '' })).toEqual(['nothing']);
  expect(reasons({ chosen: [] }, { reply: '', isWhole: false })).toEqual(['no-item']);
  const friendly = { ...finding.courtesy, isEnough: true };
  expect(reasons({ courtesy: friendly, chosen: [], probability: 0 })).toEqual([]);
});

test('the evidence for a set of items contains what it leaves open', () => {
  const own = [0.25, 0.5];
  const first = likely('f_ship', 0.9, { clauses: [-1, -4], features: own });
  const second = likely('f_clay', 0.6, { clauses: [-3, -2] });
  const left = likely('f_wash', 0.4, { clauses: [-5, -1] });
  const all = [first, second, left];
  expect([...planFeatures([first, second], all)]).toEqual([...own, 0.6, 0.4, 2, 1.5, 2, -2, 1]);
  expect([...planFeatures([first], [first])]).toEqual([...own, 0.9, 0, 1, 0.9, 1, -4, 0]);
});

const asked: AnswerInput = {
  understanding: plain,
  index,
  classifier: null,
  hashOf: () => '',
  history: [],
  now,
  names: new Set(),
};

test('the likeliest item is chosen, and up to two others that are more likely needed than not', () => {
  const candidates = gatherCandidates(asked);
  const model = answerModel();
  const { chosen, candidates: all } = chooseAnswer(candidates, model);
  expect(all.map(({ probability }) => probability)).toEqual(
    all.map(({ probability }) => probability).toSorted((a, b) => b - a),
  );
  expect(chosen[0]).toBe(all[0]);
  for (const item of all.slice(1, 3)) expect(chosen.includes(item)).toBe(item.probability >= 0.5);
  const doubled = [candidates[0], candidates[0], candidates[0], candidates[0]].filter((one) => one !== undefined);
  expect(doubled).toHaveLength(4);
  expect(chooseAnswer(doubled, model).chosen).toHaveLength(3);
  expect(chooseAnswer([], model)).toEqual({ chosen: [], candidates: [], probability: 0 });
});

test('a learned wording is answered by its item, with a probability of 0.98', () => {
  const candidates = gatherCandidates(asked);
  const taught = candidates.map((one, at) => ({ ...one, isTaughtWording: at === 2 }));
  const found = chooseAnswer(taught, answerModel());
  expect([found.chosen.map(({ item }) => item.id), found.probability]).toEqual([[taught[2]?.item.id], 0.98]);
});
