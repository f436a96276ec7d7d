import { featureWords, wordingOf } from '../learned/features.ts';
import { understandingModel } from '../learned/understanding-model.ts';
import { clauses } from './clauses.ts';
import { findHints } from './find-hints.ts';
import { read } from './read.ts';

/** What is dangerous in a message, by rules or by the classifier: what would block it, or is likely a hazard; null when nothing is. */
export function seeHazards(text: string): { readonly category: string; readonly rule: string } | null {
  const { normal, tokens, hazards } = read(text);
  const ruled = hazards.find(({ level }) => level === 'block');
  if (ruled !== undefined) return { category: ruled.category, rule: ruled.rule };
  const wording = wordingOf(featureWords(tokens), findHints(tokens, hazards));
  const { risks, danger } = understandingModel().look(wording, clauses(normal, tokens));
  const learned = risks.find(({ level }) => level === 'block') ?? (danger >= likely ? risks[0] : undefined);
  return learned === undefined ? null : { category: learned.category, rule: `learned.${learned.view}` };
}

/** From here on a hazard is likelier than not, though it may be too faint to block. */
const likely = 0.5;
