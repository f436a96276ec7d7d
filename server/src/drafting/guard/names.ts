import type { Persona } from '../../domain/persona.ts';
import type { ApprovedItem } from './approved-items.ts';
import type { LedgerClaim } from './breach.ts';
import { containsRun, wordsOf } from './wording.ts';

/**
 * Finds every offer that the reply names, with the used item that also names the offer. An offer that is not approved,
 * not valid or not used is supported by no item.
 */
export function namedOffers(reply: string, persona: Persona, used: readonly ApprovedItem[]): LedgerClaim[] {
  const places = wordsOf(reply);
  const words = places.map(({ word }) => word);
  return (persona.offers ?? []).flatMap(({ name }) => {
    const wanted = wordsOf(name).map(({ word }) => word);
    if (wanted.length === 0) return [];
    const source = used.find(
      (item) => item.names.some((own) => own.join(' ') === wanted.join(' ')) || containsRun(item.words, wanted),
    );
    return places.flatMap(({ start }, at): LedgerClaim[] => {
      const end = places[at + wanted.length - 1]?.end ?? 0;
      return containsRun(words, wanted, at) ? [{ kind: 'name', start, end, itemId: source?.id ?? null }] : [];
    });
  });
}
