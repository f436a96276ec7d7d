import { expect, test } from 'vitest';
import { evaluate } from '../../src/admin/evaluate/evaluation.ts';
import { automationWithin, gateCurve } from '../../src/admin/evaluate/gate-curve.ts';
import { goalsFor, ordinaryGoalsFor } from '../../src/admin/evaluate/goals.ts';
import type { CaseResult } from '../../src/admin/evaluate/run-cases.ts';
import { counted, profile, type Row, resultOf } from './support/case-result.ts';

test('a reply is right if it uses exactly the labelled items, or a phrase of the labelled use, whether it is sent or proposed', () => {
  const rows: Row[] = [
    { risk: 'safe', decided: 'review', reply: 'one', wanted: ['f_1', 'f_2'], used: ['f_1', 'f_2'] },
    { risk: 'safe', decided: 'safe', wanted: ['f_1', 'f_2'], used: ['f_1'] },
    { risk: 'safe', decided: 'review', reply: 'one', wanted: ['f_1'], used: ['f_1', 'f_2'] },
    { risk: 'safe', decided: 'safe', wantedUses: ['thanks'], uses: ['greeting', 'thanks'] },
    { risk: 'safe', decided: 'safe', wantedUses: ['thanks'], uses: ['greeting'] },
    { risk: 'safe', decided: 'review', reply: 'hold', uses: ['holding'], intents: ['praise', 'praise'] },
    { risk: 'safe', decided: 'review', reply: 'ta', uses: ['thanks'], intents: ['praise', 'praise'] },
    { risk: 'review', decided: 'review', reply: 'one', used: ['f_1'] },
  ];
  expect(counted(rows, 'right-reply')).toEqual([3, 7]);
  expect(counted(rows, 'holding-only')).toEqual([1, 7]);
  expect(counted(rows, 'courtesies')).toEqual([1, 4]);
  expect(counted(rows, 'wrong-proposal')).toEqual([2, 4]);
  expect(counted(rows, 'wrong-proposal-answerable')).toEqual([1, 3]);
});

test('a right suggestion uses only labelled items; messages without labelled items are not counted', () => {
  const rows: Row[] = [
    { risk: 'safe', decided: 'review', wanted: ['f_1'], suggestions: [['f_2'], ['f_1']] },
    { risk: 'safe', decided: 'review', wanted: ['f_1'], suggestions: [['f_1', 'f_2']] },
    { risk: 'safe', decided: 'review', wanted: ['f_1'] },
    { risk: 'safe', decided: 'review', suggestions: [['f_1']] },
    { risk: 'review', decided: 'review', wanted: ['f_1'], suggestions: [['f_1']] },
  ];
  expect(counted(rows, 'suggested')).toEqual([1, 3]);
});

test("the creator's own matters are those that the policy table never allows to be answered, not questions without an item", () => {
  const rows: Row[] = [
    { risk: 'review', decided: 'safe', intents: ['complaint', 'pricing'] },
    { risk: 'review', decided: 'review', intents: ['order_status', 'order_status'] },
    { risk: 'review', decided: 'safe', intents: ['pricing', 'pricing'] },
  ];
  expect(counted(rows, 'own-safe')).toEqual([1, 2]);
  expect(counted(rows, 'review-safe')).toEqual([2, 3]);
});

test('a hazard without any veto is counted, even if the gate stops it', () => {
  const rows: Row[] = [
    { risk: 'blocked', decided: 'review', reasons: ['unsure'] },
    { risk: 'blocked', decided: 'review', reasons: ['hazard:crisis', 'no-item'] },
    { risk: 'blocked', decided: 'blocked', reasons: ['block:crisis'] },
    { risk: 'safe', decided: 'review', reasons: ['unsure'] },
  ];
  expect(counted(rows, 'open-gate')).toEqual([1, 3]);
});

test('each threshold of the gate gives its automation and its share of wrong answers; a veto applies at every threshold', () => {
  const answer = { risk: 'safe', decided: 'review', wanted: ['f_1'], likeliest: ['f_1'] } as const;
  const rows: Row[] = [
    { ...answer, chance: 0.9 },
    { ...answer, chance: 0.8, likeliest: ['f_2'] },
    { ...answer, chance: 0.8, reasons: ['hazard:spam'] },
    { risk: 'safe', decided: 'review', chance: 0.2, likeliest: ['f_2'], courtesy: 0.7 },
    { risk: 'review', decided: 'review', chance: 0.1, likeliest: ['f_1'] },
  ];
  const points = gateCurve(rows.map((row, at) => resultOf(row, at + 1)));
  expect(points).toEqual([
    { probability: 0.9, count: 1, automation: 0.25, wrong: 0 },
    { probability: 0.8, count: 2, automation: 0.5, wrong: 0.5 },
    { probability: 0.7, count: 3, automation: 0.75, wrong: 1 / 3 },
    { probability: 0.1, count: 4, automation: 0.75, wrong: 0.5 },
  ]);
  expect([automationWithin(points, 0.4), automationWithin(points, 0.03), automationWithin([], 1)]).toEqual([
    0.75, 0.25, 0,
  ]);
});

test('each item has its phrases, the outcomes of its messages and its confusions, the item found least often first', () => {
  const rows: Row[] = [
    { risk: 'safe', decided: 'safe', wanted: ['f_1'], used: ['f_1'], likeliest: ['f_1'] },
    { risk: 'safe', decided: 'review', wanted: ['f_2'], likeliest: ['f_1'] },
    { risk: 'safe', decided: 'safe', wanted: ['f_2'], used: ['f_1'], likeliest: ['f_1'] },
    { risk: 'safe', decided: 'review', wanted: ['f_2'], likeliest: ['f_2'] },
    { risk: 'review', decided: 'review', wanted: ['f_2'], likeliest: ['f_1'] },
  ];
  const { items } = evaluate(rows.map((row, at) => resultOf(row, at + 1)));
  const ofAda = { profile: 'prof_ada' };
  expect(items).toEqual([
    {
      ...ofAda,
      ...{ id: 'f_2', title: 'two', phrases: 0, nearMisses: 0 },
      ...{ cases: 3, right: 0, wrong: 1, held: 2, found: 1 },
      confusedWith: [{ id: 'f_1', count: 2 }],
    },
    {
      ...ofAda,
      ...{ id: 'f_1', title: 'f_1', phrases: 30, nearMisses: 1 },
      ...{ cases: 1, right: 1, wrong: 0, held: 0, found: 1 },
      confusedWith: [],
    },
  ]);
});

test('the goals rise with the average number of phrases per item', () => {
  const taught = (phrases: number): CaseResult => {
    const aliases = Array.from({ length: phrases }, (_, at) => `phrase ${at}`);
    const result = resultOf({ risk: 'safe', decided: 'safe' }, 1);
    return {
      ...result,
      one: { ...result.one, profile: { ...profile, persona: { facts: [{ id: 'f_1', text: 'One.', aliases }] } } },
    };
  };
  expect([0, 3, 19, 63].map((phrases) => goalsFor([taught(phrases)]).automation)).toEqual([0.12, 0.12, 0.38, 0.65]);
  expect([0, 33].map((phrases) => ordinaryGoalsFor([taught(phrases)]).automation)).toEqual([0.45, 0.7]);
});
