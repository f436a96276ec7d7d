import type { ApprovedItem } from './approved-items.ts';
import type { LedgerClaim } from './breach.ts';
import { wordsOf } from './wording.ts';

/** Lays whole items over the reply, longest first; what no item covers is a piece that rests on none. */
export function wholeItems(reply: string, used: readonly ApprovedItem[]): LedgerClaim[] {
  const words = wordsOf(reply);
  const longestFirst = used.filter((item) => item.words.length > 0).toSorted((a, b) => b.words.length - a.words.length);
  const itemAt = (at: number): ApprovedItem | undefined =>
    longestFirst.find((candidate) => candidate.words.every((word, offset) => words[at + offset]?.word === word));
  const found: LedgerClaim[] = [];
  let at = 0;
  while (at < words.length) {
    const item = itemAt(at);
    let next = at + (item?.words.length ?? 1);
    if (item === undefined) while (next < words.length && itemAt(next) === undefined) next += 1;
    found.push({
      kind: 'sentence',
      start: words[at]?.start ?? 0,
      end: words[next - 1]?.end ?? 0,
      itemId: item?.id ?? null,
    });
    at = next;
  }
  return found;
}
