import { featureWords, wordingOf } from '../learned/features.ts';
import { understandingModel } from '../learned/understanding-model.ts';
import { clauses } from './clauses.ts';
import { findHints } from './find-hints.ts';
import { read } from './read.ts';

/**
 * A sign of danger in a message, found by rules or by the classifier. `isMild`: the message is more likely harmless
 * than not.
 */
export interface SeenHazard {
  readonly category: string;
  readonly rule: string;
  readonly isMild: boolean;
  /** The classifier's probability that the message is a hazard, 0 to 1. */
  readonly danger: number;
}

/**
 * Returns the most serious sign of danger in a text, or null if there is none. The text is read in the same way as a
 * message to be answered.
 */
export function seeHazards(text: string): SeenHazard | null {
  const { normal, tokens, hazards } = read(text);
  const wording = wordingOf(featureWords(tokens), findHints(tokens, hazards));
  const signs = hazards.map(({ level }) => level);
  const { risks, danger } = understandingModel().look(wording, clauses(normal, tokens), signs);
  const ruled = hazards.find(({ level }) => level === 'block');
  if (ruled !== undefined) return { category: ruled.category, rule: ruled.rule, isMild: false, danger };
  const learned = risks.find(({ level }) => level === 'block') ?? risks[0];
  if (learned === undefined) return null;
  return { category: learned.category, rule: `learned.${learned.view}`, isMild: learned.level === 'doubt', danger };
}
