import type { Fact, Offer, Persona } from '../../domain/persona.ts';
import { normalForm, type PhraseKind } from '../../drafting/answer/judge-phrases.ts';

/** The maximum number of phrases of each kind per item. */
export const phraseBounds: Readonly<Record<PhraseKind, number>> = { alias: 100, near_miss: 50 };
/** The number of phrases of each kind that is enough for an item. */
export const enoughPhrases: Readonly<Record<PhraseKind, number>> = { alias: 30, near_miss: 10 };
export const phraseKinds = ['alias', 'near_miss'] as const;

/** The display names of the kinds. */
export const kindWords: Readonly<Record<PhraseKind, string>> = { alias: 'aliases', near_miss: 'near misses' };

export interface PhraseName {
  readonly itemId: string;
  readonly kind: PhraseKind;
  readonly text: string;
}

/** Returns the facts and offers, which are the items that can have phrases. */
export function taughtItems({ facts = [], offers = [] }: Persona): (Fact | Offer)[] {
  return [...facts, ...offers];
}

export function phrasesOf(item: Fact | Offer, kind: PhraseKind): readonly string[] {
  return (kind === 'alias' ? item.aliases : item.nearMisses) ?? [];
}

/**
 * Returns the persona with these phrases added to its items, after the existing ones. Skips phrases for unknown items.
 */
export function withPhrases(persona: Persona, phrases: readonly PhraseName[]): Persona {
  const added = Map.groupBy(phrases, ({ itemId }) => itemId);
  const withMore = <Item extends Fact | Offer>(item: Item): Item => {
    const own = added.get(item.id);
    if (own === undefined) return item;
    const aliases = own.flatMap(({ kind, text }) => (kind === 'alias' ? [text] : []));
    const nearMisses = own.flatMap(({ kind, text }) => (kind === 'near_miss' ? [text] : []));
    return {
      ...item,
      ...(aliases.length === 0 ? {} : { aliases: [...(item.aliases ?? []), ...aliases] }),
      ...(nearMisses.length === 0 ? {} : { nearMisses: [...(item.nearMisses ?? []), ...nearMisses] }),
    };
  };
  return {
    ...persona,
    ...(persona.facts === undefined ? {} : { facts: persona.facts.map(withMore) }),
    ...(persona.offers === undefined ? {} : { offers: persona.offers.map(withMore) }),
  };
}

/** Returns a key that identifies a phrase regardless of case and punctuation. */
export function phraseKey({ itemId, kind, text }: PhraseName): string {
  return `${itemId}\n${kind}\n${normalForm(text)}`;
}

/** Returns the keys of all phrases that a persona's items have. */
export function phraseKeysOf(persona: Persona): Set<string> {
  const keys = new Set<string>();
  for (const item of taughtItems(persona))
    for (const kind of phraseKinds)
      for (const text of phrasesOf(item, kind)) keys.add(phraseKey({ itemId: item.id, kind, text }));
  return keys;
}
