import { expect, test } from 'vitest';
import { assess } from '../../../src/drafting/assess.ts';
import type { DraftInput } from '../../../src/drafting/engine.ts';
import type { AnswerCase } from '../../../training/answer-rows.ts';
import { chooseThresholds, type JudgedPlan } from '../../../training/answer-thresholds.ts';
import { wouldHold } from '../../../training/held-answers.ts';
import { potter } from '../personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

/** Returns whether the engine holds its answer to a message, with evidence that came from another thread. */
async function isHeld(message: string, earlier: string[] = []): Promise<boolean> {
  const input: DraftInput = {
    ...{ message, displayName: 'Aurora Lane', persona: potter, relationship: null, awaitsCreator: false, now },
    history: earlier.map((body) => ({ direction: 'inbound', body, senderType: null, sentAt: now - 60_000 })),
  };
  const { understanding, past, answer } = await assess(input);
  const one = { author: 'a', profile: 'p', message, intent: 'shipping', risk: 'safe', items: [], input } as const;
  const row: AnswerCase = {
    ...{ creator: 'a/p', level: null, one, right: new Set(), candidates: [], isExtra: false, understanding, past },
  };
  return wouldHold(structuredClone(row), structuredClone({ ...answer, probability: 1 }));
}

test('an answer is held for a danger in the thread, a danger in the message, and a courtesy, and for no other reason', async () => {
  expect(await isHeld('Do you ship to Brazil?')).toBe(false);
  expect(await isHeld('Do you ship to Brazil?', ['I want to end my life'])).toBe(true);
  expect(await isHeld('Do you ship to Brazil? I will kill you')).toBe(true);
  expect(await isHeld('thank you so much!')).toBe(true);
});

test('answers that the engine would hold do not raise the thresholds', () => {
  const right = plans(200, { isRight: true, isHeld: false });
  const held = plans(100, { isRight: false, isHeld: true });
  const wrong = plans(100, { isRight: false, isHeld: false });
  const { careful } = chooseThresholds([...right, ...held]).thresholds;
  expect(careful).toEqual([1, 0.5, 1]);
  expect(chooseThresholds([...right, ...held, ...wrong]).thresholds.careful[1]).toBeGreaterThan(0.95);
});

/** Returns plans at 16 phrases with probabilities spread evenly from 0.5 to 1. */
function plans(count: number, kind: Pick<JudgedPlan, 'isRight' | 'isHeld'>): JudgedPlan[] {
  const one = { author: 'a', profile: 'p', message: '', intent: '', risk: 'safe', items: [] };
  const row = { creator: 'a/p', level: { phrases: 16, nearMisses: 0 }, one, right: new Set(['f']) };
  return Array.from({ length: count }, (_, at) => {
    const plan = { ...kind, row, fold: 0, ids: ['f'], top: ['f'], features: new Float64Array(0), sum: 0 };
    return { ...plan, probability: 0.5 + at / (2 * count) } as unknown as JudgedPlan; // the fields that the choice reads
  });
}
