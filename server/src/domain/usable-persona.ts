import type { EpochMs } from './period.ts';
import type { Fact, Offer, Persona, Phrase, Voice } from './persona.ts';
import { isApproved, isValid, validityOf } from './validity.ts';

/** The maximum number of aliases of an item that a caller sees, which is enough to show what the item is about. */
export const aliasesShown = 5;

/** The fields of an item that callers never receive. */
type Inner = 'approved' | 'nearMisses' | 'automatic' | 'onPage';

export interface UsablePersona {
  readonly about: string;
  readonly languages: string[];
  readonly voice: Voice;
  readonly phrases: Omit<Phrase, 'approved' | 'onPage'>[];
  readonly facts: Omit<Fact, Inner>[];
  readonly offers: Omit<Offer, Inner>[];
}

/**
 * Returns the part of a persona that callers may see at an instant: the approved and valid items. Leaves out rules,
 * near misses, all aliases of an item after the first five, and every alias that equals one of `fansWords`.
 */
export function usablePersona(persona: Persona, at: EpochMs, fansWords: readonly string[]): UsablePersona {
  const hidden = new Set(fansWords.map(comparable));
  return {
    about: persona.about ?? '',
    languages: persona.languages ?? [],
    voice: persona.voice ?? {},
    phrases: (persona.phrases ?? []).filter(isApproved).map(withoutApproval),
    facts: (persona.facts ?? [])
      .filter((fact) => isApproved(fact) && isValid(validityOf(fact), at))
      .map((fact) => shown(fact, hidden)),
    offers: (persona.offers ?? [])
      .filter((offer) => isApproved(offer) && isValid(validityOf(offer), at))
      .map((offer) => shown(offer, hidden)),
  };
}

function withoutApproval<Item extends { approved?: boolean; onPage?: boolean }>(
  item: Item,
): Omit<Item, 'approved' | 'onPage'> {
  const { approved: _, onPage: __, ...shown } = item;
  return shown;
}

function shown<Item extends Fact | Offer>(item: Item, hidden: ReadonlySet<string>): Omit<Item, Inner> {
  const { approved: _approved, nearMisses: _nearMisses, automatic: _automatic, onPage: _onPage, ...rest } = item;
  if (rest.aliases === undefined) return rest;
  const aliases = rest.aliases.filter((alias) => !hidden.has(comparable(alias))).slice(0, aliasesShown);
  return { ...rest, aliases };
}

function comparable(words: string): string {
  return words.trim().toLowerCase();
}
