import { featuresOf, featureWords } from '../learned/features.ts';
import { understandingModel } from '../learned/understanding-model.ts';
import { clauses } from './clauses.ts';
import { findHints } from './find-hints.ts';
import { read } from './read.ts';

/** What would block a message, by rules or by the classifier; null when nothing would. */
export function seeHazards(text: string): { readonly category: string; readonly rule: string } | null {
  const { normal, tokens, hazards } = read(text);
  const ruled = hazards.find(({ level }) => level === 'block');
  if (ruled !== undefined) return { category: ruled.category, rule: ruled.rule };
  const features = featuresOf(featureWords(tokens), findHints(tokens, hazards));
  const learned = understandingModel()
    .look(features, clauses(normal, tokens))
    .risks.find(({ level }) => level === 'block');
  return learned === undefined ? null : { category: learned.category, rule: `learned.${learned.view}` };
}
