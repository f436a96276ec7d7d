import { expect, test } from 'vitest';
import { assess } from '../../../src/drafting/assess.ts';
import type { DraftInput } from '../../../src/drafting/engine.ts';
import type { AnswerCase } from '../../../training/answer-rows.ts';
import { chooseThresholds, type JudgedPlan } from '../../../training/answer-thresholds.ts';
import { wouldHold } from '../../../training/held-answers.ts';
import { potter } from '../personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

/**
 * Returns whether the engine holds an answer with this probability, with evidence that came from another thread. All
 * chosen items are likely enough for a proposal.
 */
async function isHeld(message: string, probability: number, change: Change = {}): Promise<boolean> {
  const { risks, ...draft } = change;
  const input: DraftInput = {
    ...{ message, displayName: 'Aurora Lane', persona: potter, relationship: null, awaitsCreator: false, now },
    ...{ history: [], ...draft },
  };
  const { understanding, past, answer } = await assess(input);
  const one = { author: 'a', profile: 'p', message, intent: 'shipping', risk: 'safe', items: [], input } as const;
  const row: AnswerCase = {
    ...{ creator: 'a/p', level: null, one, right: new Set(), candidates: [], isExtra: false, past },
    understanding: { ...understanding, risks: risks ?? understanding.risks },
  };
  const chosen = answer.chosen.map((item) => ({ ...item, probability: 0.9 }));
  return wouldHold(structuredClone(row), structuredClone({ ...answer, chosen, probability }));
}

type Change = Partial<DraftInput> & Partial<Pick<AnswerCase['understanding'], 'risks'>>;

test('an answer is held if the engine would not send it: for a danger, a doubt, a topic, or a friendly line', async () => {
  const question = 'Do you ship to Brazil?';
  expect(await isHeld(question, 0.2)).toBe(false);
  const danger = { direction: 'inbound', body: 'I want to end my life', senderType: null, sentAt: now } as const;
  expect(await isHeld(question, 1, { history: [danger] })).toBe(true);
  expect(await isHeld(`${question} I will kill you`, 1)).toBe(true);
  expect(await isHeld(question, 1, { persona: { ...potter, rules: { reviewTopics: ['Brazil'] } } })).toBe(true);
  const doubt = { risks: [{ category: 'spam', level: 'doubt', view: 'whole', from: 0, to: 5 }] } as const;
  expect([await isHeld(question, 0.95, doubt), await isHeld(question, 0.97, doubt)]).toEqual([true, false]);
  // A friendly line replaces an answer that is less likely to be right.
  const thanks = 'thank you so much!';
  expect([await isHeld(thanks, 0.2), await isHeld(thanks, 1)]).toEqual([true, false]);
});

test('answers that the engine would hold do not raise the thresholds', () => {
  const right = plans(200, { isRight: true, isHeld: false });
  const held = plans(100, { isRight: false, isHeld: true });
  const wrong = plans(100, { isRight: false, isHeld: false });
  const { careful } = chooseThresholds([...right, ...held]).thresholds;
  expect(careful).toEqual([1, 0.5, 1]);
  expect(chooseThresholds([...right, ...held, ...wrong]).thresholds.careful[1]).toBeGreaterThan(0.95);
});

test('more answers may be wrong without training phrases, and answers without a classifier choose no threshold', () => {
  const mixed = (level: JudgedPlan['row']['level']): JudgedPlan[] => [
    ...plans(965, { isRight: true, isHeld: false }, level),
    ...plans(35, { isRight: false, isHeld: false }, level),
  ];
  const least = (phrases: number): number[] =>
    chooseThresholds(mixed({ phrases, nearMisses: 0 })).thresholds.careful.map((value) => Math.round(value * 10) / 10);
  expect([least(0), least(16), least(60)]).toEqual([
    [0.5, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect(chooseThresholds(mixed(null)).thresholds.careful).toEqual([1, 1, 1]);
});

/** Returns plans with probabilities spread evenly from 0.5 to 1. */
function plans(
  count: number,
  kind: Pick<JudgedPlan, 'isRight' | 'isHeld'>,
  level: JudgedPlan['row']['level'] = { phrases: 16, nearMisses: 0 },
): JudgedPlan[] {
  const one = { author: 'a', profile: 'p', message: '', intent: '', risk: 'safe', items: [] };
  const row = { creator: 'a/p', level, one, right: new Set(['f']) };
  return Array.from({ length: count }, (_, at) => {
    const answer = { chosen: [], candidates: [] };
    const plan = { ...kind, row, answer, fold: 0, features: new Float64Array(0), sum: 0 };
    return { ...plan, probability: 0.5 + at / (2 * count) } as unknown as JudgedPlan; // the fields that the choice reads
  });
}
