import { isDeepStrictEqual } from 'node:util';
import type { About, ItemView } from '../../domain/console/persona-contract.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { Fact, Offer, Persona, Phrase } from '../../domain/persona.ts';

/** An item of a persona with its kind. */
export type Item =
  | { readonly kind: 'fact'; readonly item: Fact }
  | { readonly kind: 'offer'; readonly item: Offer }
  | { readonly kind: 'phrase'; readonly item: Phrase };
export type ItemKind = Item['kind'];

const aboutParts = ['about', 'languages', 'voice', 'rules'] as const;

/** Returns every item: facts, then offers, then phrases. Ids are unique across kinds. */
export function itemsOf({ facts = [], offers = [], phrases = [] }: Persona): Item[] {
  return [
    ...facts.map((item) => ({ kind: 'fact' as const, item })),
    ...offers.map((item) => ({ kind: 'offer' as const, item })),
    ...phrases.map((item) => ({ kind: 'phrase' as const, item })),
  ];
}

/** Returns a persona's item with this id, or null if it has none. */
export function findItem(persona: Persona, id: string): Item | null {
  return itemsOf(persona).find(({ item }) => item.id === id) ?? null;
}

/**
 * Returns the persona with the given item, which replaces the item with the same id or is added at the end of its list.
 */
export function withItem(persona: Persona, { kind, item }: Item): Persona {
  const others = withoutItem(persona, item.id, kind);
  switch (kind) {
    case 'fact':
      return { ...others, facts: placed(others.facts, item) };
    case 'offer':
      return { ...others, offers: placed(others.offers, item) };
    case 'phrase':
      return { ...others, phrases: placed(others.phrases, item) };
  }
}

/** Returns the persona without the item with this id. If `kept` is given, items of that kind are never removed. */
export function withoutItem(persona: Persona, id: string, kept: ItemKind | null = null): Persona {
  const rest = <Each extends { id: string }>(list: Each[] | undefined) => list?.filter((item) => item.id !== id);
  return {
    ...persona,
    ...(persona.facts && kept !== 'fact' ? { facts: rest(persona.facts) } : {}),
    ...(persona.offers && kept !== 'offer' ? { offers: rest(persona.offers) } : {}),
    ...(persona.phrases && kept !== 'phrase' ? { phrases: rest(persona.phrases) } : {}),
  };
}

function placed<Each extends { id: string }>(list: Each[] = [], item: Each): Each[] {
  const at = list.findIndex(({ id }) => id === item.id);
  return at === -1 ? [...list, item] : list.with(at, item);
}

/** Returns a persona's parts other than its items. */
export function aboutOf(persona: Persona): About {
  return Object.fromEntries(aboutParts.flatMap((part) => (persona[part] === undefined ? [] : [[part, persona[part]]])));
}

/** Returns a persona's items with the given parts other than items. */
export function withAbout({ facts, offers, phrases }: Persona, about: About): Persona {
  const lists = { facts, offers, phrases };
  return { ...about, ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)) };
}

/**
 * Merges two personas. Parts and items in the given persona replace those with the same names and ids in the other. New
 * items come last.
 */
export function mergePersonas(persona: Persona, given: Persona): Persona {
  const items = new Map(itemsOf(persona).map((each) => [each.item.id, each]));
  for (const each of itemsOf(given)) {
    if (items.get(each.item.id)?.kind !== each.kind) items.delete(each.item.id);
    items.set(each.item.id, each);
  }
  const facts: Fact[] = [];
  const offers: Offer[] = [];
  const phrases: Phrase[] = [];
  for (const each of items.values()) {
    if (each.kind === 'fact') facts.push(each.item);
    else if (each.kind === 'offer') offers.push(each.item);
    else phrases.push(each.item);
  }
  const lists = {
    ...(persona.facts === undefined && facts.length === 0 ? {} : { facts }),
    ...(persona.offers === undefined && offers.length === 0 ? {} : { offers }),
    ...(persona.phrases === undefined && phrases.length === 0 ? {} : { phrases }),
  };
  return withAbout(lists, { ...aboutOf(persona), ...aboutOf(given) });
}

/** Counts the items and parts that differ between two versions of a persona. */
export function countDifferences(draft: Persona, published: Persona): number {
  const items = viewItems(draft, published, 0).filter(({ status }) => status !== 'live').length;
  return items + aboutParts.filter((part) => !isDeepStrictEqual(draft[part], published[part])).length;
}

/** Returns the items of a draft, each compared with the live persona. Removed items come last. */
export function viewItems(draft: Persona, published: Persona, now: EpochMs): ItemView[] {
  const live = new Map(itemsOf(published).map((item) => [item.item.id, item]));
  const views = itemsOf(draft).map((item) => {
    const before = live.get(item.item.id);
    live.delete(item.item.id);
    const status = before === undefined ? 'new' : isDeepStrictEqual(before, item) ? 'live' : 'changed';
    return viewItem(item, status, now);
  });
  return [...views, ...[...live.values()].map((item) => viewItem(item, 'removed', now))];
}

function viewItem(item: Item, status: ItemView['status'], now: EpochMs): ItemView {
  const state = { id: item.item.id, status, usability: usabilityOf(item, now) };
  // Keeps kind and item together, which TypeScript cannot track through a spread.
  return { ...state, ...item } as ItemView;
}

/** Returns `usable` if a reply could use an item at the given instant, and otherwise the reason why not. */
export function usabilityOf({ kind, item }: Item, now: EpochMs): ItemView['usability'] {
  if (item.approved === false) return 'unapproved';
  if (kind === 'phrase') return 'usable';
  const [start, end] = kind === 'fact' ? [item.validFrom, item.validUntil] : [item.startsAt, item.endsAt];
  if (start !== undefined && Date.parse(start) > now) return 'not_yet';
  return end !== undefined && Date.parse(end) <= now ? 'over' : 'usable';
}

/** Returns a short title for an item. */
export function titleOf({ kind, item }: Item): string {
  const title = kind === 'offer' ? item.name : kind === 'phrase' ? item.use : (item.topic ?? item.text);
  return title.length > 80 ? `${title.slice(0, 79)}…` : title;
}
