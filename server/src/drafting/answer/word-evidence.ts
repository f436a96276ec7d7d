import type { IndexedItem } from '../retrieve/indexed-item.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { isEverydayId, isGrammarId } from '../text/word-ids.ts';
import type { Alignment, ViewEvidence } from './read-views.ts';
import type { TaughtClassifier } from './taught-classifier.ts';
import { rarityOf } from './word-rarity.ts';

/** The sources of known words: the approved texts and the training phrases. */
interface WordReaders {
  readonly index: PersonaIndex;
  readonly classifier: TaughtClassifier | null;
  readonly places: Alignment;
}

/**
 * Returns how much of a view the item at position `at` of the index covers, with each word weighted by its rarity:
 * shares between 0 and 1, sums of rarity, and the rarity of single words.
 */
export function wordEvidence(
  { index, classifier, places }: WordReaders,
  item: IndexedItem,
  at: number,
  { words }: ViewEvidence,
) {
  const place = places[at] ?? -1;
  let [total, covered, unknown, unknownCount] = [0, 0, 0, 0];
  let [rarest, rarestOfText, uncovered, rarestOfOthers] = [0, 0, 0, 0];
  for (const word of words) {
    const rarity = rarityOf(word);
    total += rarity;
    const isInText = item.words.includes(word);
    const isCovered = isInText || (place >= 0 && classifier?.phrases.has(place, word) === true);
    const isKnown = isCovered || index.words.has(word) || classifier?.phrases.knows(word) === true;
    if (isCovered) covered += rarity;
    else if (!isKnown && !isEverydayId(word)) {
      unknown += rarity;
      unknownCount += 1;
    }
    if (isGrammarId(word)) continue;
    if (!isInText) rarestOfText = Math.max(rarestOfText, rarity);
    if (isCovered) continue;
    rarest = Math.max(rarest, rarity);
    uncovered += rarity;
    if (isKnown) rarestOfOthers = Math.max(rarestOfOthers, rarity);
  }
  const share = total > 0 ? 1 / total : 0;
  return {
    covered: covered * share,
    unknown: unknown * share,
    unknownCount,
    rarest,
    rarestOfText,
    uncovered,
    rarestOfOthers,
  };
}
