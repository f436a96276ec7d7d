import type { ItemView } from '../../../../server/src/domain/console/persona-contract.ts';
import type { Phrase } from '../../../../server/src/domain/persona.ts';
import type { Tone } from '../../ui/badge.tsx';

export type ItemKind = ItemView['kind'];

interface Words {
  readonly name: string;
  readonly tone: Tone;
}

/** How an item differs from the live persona. */
export const statusWords: Readonly<Record<ItemView['status'], Words | null>> = {
  live: null,
  new: { name: 'new', tone: 'info' },
  changed: { name: 'changed', tone: 'info' },
  removed: { name: 'removed', tone: 'stop' },
};

/** The reasons why replies cannot use an item now. */
export const usabilityWords: Readonly<Record<ItemView['usability'], (Words & { readonly about: string }) | null>> = {
  usable: null,
  unapproved: { name: 'not approved', tone: 'caution', about: 'It is never used until you approve it.' },
  not_yet: { name: 'not yet', tone: 'caution', about: 'It has not started yet.' },
  over: { name: 'ended', tone: 'stop', about: 'It has ended and is no longer used.' },
};

export const phraseUseWords: Readonly<Record<Phrase['use'], { readonly name: string; readonly about: string }>> = {
  greeting: { name: 'Greeting', about: 'how a reply begins' },
  thanks: { name: 'Thanks', about: 'for praise and kindness' },
  signoff: { name: 'Sign-off', about: 'how a reply ends' },
  holding: { name: 'Holding', about: 'while you decide' },
  disclosure: { name: 'Disclosure', about: 'when someone asks who is writing' },
  support: { name: 'Support', about: 'in a crisis, for you to send' },
};

/** Returns an item's title for lists. */
export function titleOf(item: ItemView): string {
  if (item.kind === 'phrase') return phraseUseWords[item.item.use].name;
  if (item.kind === 'offer') return item.item.name;
  return item.item.topic ?? '';
}

/** Returns an item's training phrases, including near misses. */
export function phrasesOf({ kind, item }: ItemView): readonly string[] {
  return kind === 'phrase' ? [] : [...(item.aliases ?? []), ...(item.nearMisses ?? [])];
}
