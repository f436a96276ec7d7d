import type { ApprovedItem } from './approved-items.ts';
import type { LedgerClaim } from './breach.ts';
import { containsRun, wordsOf } from './wording.ts';

/**
 * Splits a reply into whole items, longer ones first, and into the parts that no item covers. The `itemId` of such a
 * part is null.
 */
export function wholeItems(reply: string, used: readonly ApprovedItem[]): LedgerClaim[] {
  const places = wordsOf(reply);
  const words = places.map(({ word }) => word);
  const longestFirst = used.filter((item) => item.words.length > 0).toSorted((a, b) => b.words.length - a.words.length);
  const items = words.map((_, at) => longestFirst.find((item) => containsRun(words, item.words, at)));
  const found: LedgerClaim[] = [];
  for (let at = 0; at < words.length; ) {
    const item = items[at];
    let next = at + (item?.words.length ?? 1);
    if (item === undefined) while (next < words.length && items[next] === undefined) next += 1;
    const [first, last] = [places[at], places[next - 1]];
    found.push({ kind: 'sentence', start: first?.start ?? 0, end: last?.end ?? 0, itemId: item?.id ?? null });
    at = next;
  }
  return found;
}
