import { maxTrainingPhrases } from '../../domain/training-bound.ts';
import { listAt } from './loose-values.ts';

/** Counts the aliases and near misses of a persona's items. The value may have any form. */
export function countTrainingPhrases(persona: unknown): number {
  let count = 0;
  for (const list of ['facts', 'offers']) {
    for (const item of listAt(persona, list))
      count += listAt(item, 'aliases').length + listAt(item, 'nearMisses').length;
  }
  return count;
}

/**
 * Describes the fault of a profile with too many training phrases, in words that follow the profile's name. Returns
 * null if the profile does not have too many.
 */
export function tooManyPhrases(persona: unknown): string | null {
  const count = countTrainingPhrases(persona);
  if (count <= maxTrainingPhrases) return null;
  const [found, bound, excess] = [count, maxTrainingPhrases, count - maxTrainingPhrases].map((number) =>
    number.toLocaleString('en'),
  );
  return `has ${found} training phrases (aliases and near misses together), but a profile may have at most ${bound}. Remove at least ${excess} from the items that have the most`;
}
