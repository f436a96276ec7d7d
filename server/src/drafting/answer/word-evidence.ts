import type { IndexedItem } from '../retrieve/indexed-item.ts';
import { isEverydayId, isGrammarId } from '../text/word-ids.ts';
import type { ViewEvidence } from './read-views.ts';
import { rarityOf } from './word-rarity.ts';
import { type WordReaders, wordRoles, wordRolesOf } from './word-roles.ts';

/**
 * Returns how much of a view is covered by the item at position `at` of the index, with each word weighted by its
 * rarity: shares between 0 and 1, sums of rarity, and the rarity of single words.
 */
export function wordEvidence(readers: WordReaders, item: IndexedItem, at: number, { words }: ViewEvidence) {
  const roleOf = wordRolesOf(readers, item, at);
  let [total, covered, unknown, unknownCount] = [0, 0, 0, 0];
  let [rarest, rarestOfText, uncovered, rarestOfOthers] = [0, 0, 0, 0];
  for (const word of words) {
    const rarity = rarityOf(word);
    total += rarity;
    const role = roleOf(word);
    const isInText = role === wordRoles.inText;
    const isCovered = isInText || role === wordRoles.inPhrases;
    const isKnown = role !== wordRoles.unknown;
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
