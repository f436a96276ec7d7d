import type { EpochMs } from './period.ts';
import type { Fact, Offer, Persona, Phrase, Voice } from './persona.ts';

export interface UsablePersona {
  readonly about: string;
  readonly languages: string[];
  readonly voice: Voice;
  readonly phrases: Omit<Phrase, 'approved'>[];
  readonly facts: Omit<Fact, 'approved'>[];
  readonly offers: Omit<Offer, 'approved'>[];
}

/** The part of a persona that may be shown and used at an instant: approved, and within its validity. Rules stay inside. */
export function usablePersona(persona: Persona, at: EpochMs): UsablePersona {
  return {
    about: persona.about ?? '',
    languages: persona.languages ?? [],
    voice: persona.voice ?? {},
    phrases: (persona.phrases ?? []).filter(isApproved).map(withoutApproval),
    facts: (persona.facts ?? [])
      .filter((fact) => isApproved(fact) && isWithin(fact.validFrom, fact.validUntil, at))
      .map(withoutApproval),
    offers: (persona.offers ?? [])
      .filter((offer) => isApproved(offer) && isWithin(offer.startsAt, offer.endsAt, at))
      .map(withoutApproval),
  };
}

function isApproved(item: { approved?: boolean }): boolean {
  return item.approved !== false;
}

/** True from `start` (included) to `end` (excluded); an absent bound is open. */
function isWithin(start: string | undefined, end: string | undefined, at: EpochMs): boolean {
  return (start === undefined || Date.parse(start) <= at) && (end === undefined || at < Date.parse(end));
}

function withoutApproval<Item extends { approved?: boolean }>(item: Item): Omit<Item, 'approved'> {
  const { approved: _, ...shown } = item;
  return shown;
}
