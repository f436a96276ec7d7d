import { setImmediate } from 'node:timers/promises';
import type { Persona } from '../../domain/persona.ts';
import { readClassifier, type TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import { type TaughtItem, teachingOf } from '../../drafting/answer/teaching.ts';
import { trainClassifier } from '../../drafting/answer/train-classifier.ts';
import { featureWords, wordingOf } from '../../drafting/learned/features.ts';
import { meaningOf } from '../../drafting/meaning/word-meanings.ts';
import { normalise } from '../../drafting/text/normalise.ts';
import { tokens } from '../../drafting/text/tokens.ts';
import { wordIdsOf } from '../../drafting/text/word-ids.ts';

/** How a classifier classified an item's aliases after training without them. */
export interface Confusion {
  readonly itemId: string;
  /** The number of the item's aliases that were withheld from training and then classified. */
  readonly asked: number;
  /** How many of these aliases found the item. */
  readonly right: number;
  /** The items found instead, most frequent first. */
  readonly takenBy: readonly { readonly itemId: string; readonly count: number }[];
}

const folds = 5;
/**
 * If a profile has more phrases than this, only one fifth of them is withheld and classified, and not each fifth in
 * turn.
 */
const mostForAllFolds = 6_000;

/**
 * Finds each item's confusions. Trains a classifier without a fifth of the aliases, classifies that fifth, and repeats
 * this for each fifth. Identical personas produce identical results. Takes up to five trainings; `progress` counts
 * them.
 */
export async function findConfusions(
  persona: Persona,
  unused: ReadonlySet<string>,
  progress: (done: number, of: number) => void,
): Promise<Confusion[]> {
  const items = teachingOf(persona);
  const phrases = items.reduce((sum, item) => sum + item.phrases.length, 0);
  if (phrases === 0) return items.map(({ id }) => ({ itemId: id, asked: 0, right: 0, takenBy: [] }));
  const rounds = phrases > mostForAllFolds ? 1 : folds;
  const taken = new Map(items.map(({ id }) => [id, new Map<string, number>()]));
  for (let round = 0; round < rounds; round++) {
    progress(round, rounds);
    await setImmediate();
    const isLeftOut = (_: string, at: number): boolean => at % folds === round;
    const shown = items.map(
      (item): TaughtItem => ({
        ...item,
        phrases: item.phrases.filter((phrase, at) => !isLeftOut(phrase, at)),
      }),
    );
    const classifier = readClassifier(trainClassifier(shown, unused).bytes);
    for (const { id, phrases: own } of items) {
      for (const phrase of own.filter(isLeftOut)) {
        if (unused.has(phrase)) continue;
        const found = likeliest(classifier, phrase);
        const counts = taken.get(id);
        counts?.set(found, (counts.get(found) ?? 0) + 1);
      }
    }
  }
  progress(rounds, rounds);
  return items.map(({ id }) => confusionOf(id, taken.get(id) ?? new Map()));
}

function likeliest(classifier: TaughtClassifier, phrase: string): string {
  const list = tokens(normalise(phrase));
  const words = featureWords(list);
  const { chances } = classifier.read(wordingOf(words))(0, words.length, meaningOf(wordIdsOf(list)));
  let best = 0;
  chances.forEach((chance, at) => {
    if (chance > (chances[best] ?? 0)) best = at;
  });
  return classifier.items[best]?.id ?? '';
}

function confusionOf(itemId: string, counts: ReadonlyMap<string, number>): Confusion {
  const takenBy = [...counts]
    .filter(([other]) => other !== itemId)
    .map(([other, count]) => ({ itemId: other, count }))
    .sort((a, b) => b.count - a.count || (a.itemId < b.itemId ? -1 : 1));
  const asked = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { itemId, asked, right: counts.get(itemId) ?? 0, takenBy };
}
