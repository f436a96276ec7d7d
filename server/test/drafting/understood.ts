import { expect } from 'vitest';
import type { LikelyItem } from '../../src/drafting/answer/find-answer.ts';
import { entitiesOf } from '../../src/drafting/retrieve/entities.ts';
import { readyIndex } from '../../src/drafting/retrieve/persona-index.ts';
import { type Understanding, understand } from '../../src/drafting/understand/understand.ts';
import { potter } from './personas.ts';

export const message = 'how much is shipping?';
export const plain: Understanding = await understand(message, ['en'], () => false);
export const index = await readyIndex(potter);
export const english: Understanding['language'] = { ...plain.language, found: 'en', isUnderstood: true };
/** The understanding of a question without any sign of danger. */
export const harmless: Understanding = { ...plain, hazards: [], risks: [], language: english };

export const chances = (scores: Partial<Record<string, number>>) =>
  Object.entries(scores).map(([intent, score]) => ({ intent, score })) as Understanding['whole']['intents'][number][]; // the names are intents

/** Returns an understanding in which the whole message has these intents, without clauses. */
export const meaning = (scores: Partial<Record<string, number>>, more: Partial<Understanding> = {}): Understanding => ({
  ...harmless,
  clauses: [],
  whole: { ...plain.whole, intents: chances(scores) },
  ...more,
});

export const clause = (intent: string, act: string, score = 1) =>
  ({ ...plain.clauses[0], intent, act, scores: chances({ [intent]: score }) }) as Understanding['clauses'][number]; // the question has a clause

// Return a hazard and a risk without the properties that the tested code does not read.
export const hazard = (category: string, level: string) => ({ category, level }) as Understanding['hazards'][number];
export const risk = (category: string, level: string) => ({ category, level }) as Understanding['risks'][number];

/**
 * Returns one of the potter's items with its probability, the position of its question, and its evidence for each
 * clause.
 */
export function likely(
  id: string,
  probability: number,
  { from = 0, clauses = [], features = [] }: { from?: number; clauses?: number[]; features?: number[] } = {},
): LikelyItem {
  const item = index.items.find((one) => one.id === id) ?? expect.unreachable(id);
  const question = { entities: entitiesOf([]), intent: 'shipping', now: 0 };
  const view = { view: { from, clause: null }, question };
  const made = { item, at: 0, probability, clauses, features: Float64Array.from(features), view, intents: {} };
  return { isTaughtWording: false, ...made } as unknown as LikelyItem; // the tested code reads nothing else
}
