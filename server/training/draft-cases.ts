import { readClassifier } from '../src/drafting/answer/taught-classifier.ts';
import { teachingOf } from '../src/drafting/answer/teaching.ts';
import { trainClassifier } from '../src/drafting/answer/train-classifier.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import type { DraftOutput } from '../src/drafting/engine.ts';
import type { LabelledCase } from './read-cases.ts';
import { readTeaching, taughtPersona } from './read-teaching.ts';

export interface DraftedCase extends DraftOutput {
  readonly one: LabelledCase;
}

/** The levels: no training phrases, and as many as a diligent creator writes. */
const levels = [
  { phrases: 0, nearMisses: 0 },
  { phrases: 60, nearMisses: 15 },
];

/** Drafts each case once without training phrases and, if phrases were written for its creator, once with them. */
export async function draftCases(cases: readonly LabelledCase[]): Promise<DraftedCase[]> {
  const engine = createEmbeddedEngine();
  const drafted: DraftedCase[] = [];
  for (const own of Map.groupBy(cases, ({ author, profile }) => `${author}/${profile}`).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const teaching = readTeaching(first.author).get(first.profile);
    for (const level of teaching === undefined ? levels.slice(0, 1) : levels) {
      const persona = taughtPersona(first.input.persona, teaching ?? new Map(), level);
      const classifier = readClassifier(trainClassifier(teachingOf(persona)).bytes);
      for (const one of own) drafted.push({ one, ...(await engine.draft({ ...one.input, persona, classifier })) });
    }
  }
  return drafted;
}

/** Returns the ids of the facts and offers (not phrases) that a reply used. */
export function itemsOf({ trace }: DraftedCase): readonly string[] {
  const used = trace['itemsUsed'] as readonly string[]; // as DraftTrace has it
  return used.filter((id) => !id.startsWith('ph_'));
}

/**
 * Returns true if the reply uses only items that the label names, and at least one; or no items if the label names
 * none.
 */
export function isAnswer(drafted: DraftedCase): boolean {
  const wanted = drafted.one.items.filter((id) => !id.startsWith('ph_'));
  const used = itemsOf(drafted);
  return wanted.length === 0 ? used.length === 0 : used.length > 0 && used.every((id) => wanted.includes(id));
}

/** Returns true if the risk level, the intent and, for a safe decision, the items agree with the label. */
export function isRight(drafted: DraftedCase): boolean {
  const { decision, one } = drafted;
  if (decision.riskLevel !== one.risk || decision.intent !== one.intent) return false;
  return decision.riskLevel !== 'safe' || isAnswer(drafted);
}
