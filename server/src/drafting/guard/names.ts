import type { Persona } from '../../domain/persona.ts';
import type { ApprovedItem } from './approved-items.ts';
import type { LedgerClaim } from './breach.ts';
import { wordsOf } from './wording.ts';

/** Every offer that the reply names, with the used item that names it too: what is not approved, not on or not used rests on none. */
export function namedOffers(reply: string, persona: Persona, used: readonly ApprovedItem[]): LedgerClaim[] {
  const words = wordsOf(reply);
  return (persona.offers ?? []).flatMap(({ name }) => {
    const wanted = wordsOf(name).map(({ word }) => word);
    const [first] = wanted;
    if (first === undefined) return [];
    return words.flatMap(({ word }, at): LedgerClaim[] => {
      if (word !== first || !wanted.every((own, offset) => words[at + offset]?.word === own)) return [];
      const source = used.find((item) => holds(item, wanted));
      return [
        {
          kind: 'name',
          start: words[at]?.start ?? 0,
          end: words[at + wanted.length - 1]?.end ?? 0,
          itemId: source?.id ?? null,
        },
      ];
    });
  });
}

function holds(item: ApprovedItem, wanted: readonly string[]): boolean {
  if (item.names.some((name) => name.join(' ') === wanted.join(' '))) return true;
  return item.words.some((_, at) => wanted.every((word, offset) => item.words[at + offset] === word));
}
