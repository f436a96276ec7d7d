import type { SaveItemRequest } from '../../domain/console/persona-contract.ts';
import type { Store } from '../../store/port.ts';
import type { NewSuggestion } from '../../store/teaching-port.ts';
import type { Item } from './persona-items.ts';

type Place = { readonly workspaceId: string; readonly profileId: string };

/**
 * Saves an item that was edited from a conversation, and records the item's new phrases as that fan's words. Callers
 * never see these phrases, and erasing the fan removes them. The phrases are recorded before the item is saved, so that
 * an item never contains an unrecorded phrase.
 */
export async function savingFansWords<Result>(
  store: Pick<Store, 'suggestPhrases' | 'settlePhrases'>,
  { workspaceId, profileId }: Place,
  words: readonly NewSuggestion[],
  save: () => Promise<Result>,
): Promise<Result> {
  if (words.length === 0) return save();
  const phrases = { workspaceId, profileId, phrases: words };
  await store.suggestPhrases(phrases);
  try {
    const saved = await save();
    await store.settlePhrases({ ...phrases, outcome: 'accepted' });
    return saved;
  } catch (error) {
    await store.settlePhrases({ ...phrases, outcome: 'rejected' });
    throw error;
  }
}

/**
 * Returns the phrases that are new in an item, with the conversation that the request names as their source. Returns
 * none if the request names no conversation.
 */
export function fansWordsIn(
  { conversationId }: Pick<SaveItemRequest, 'conversationId'>,
  { kind, item }: Item,
  known: Item | null,
): NewSuggestion[] {
  if (conversationId === undefined || kind === 'phrase') return [];
  const before = known === null || known.kind === 'phrase' ? null : known.item;
  const newIn = (list: 'aliases' | 'nearMisses') =>
    (item[list] ?? []).filter((text) => !(before?.[list] ?? []).includes(text));
  const of = { itemId: item.id, source: 'inbox', conversationId } as const;
  return [
    ...newIn('aliases').map((text) => ({ ...of, kind: 'alias' as const, text })),
    ...newIn('nearMisses').map((text) => ({ ...of, kind: 'near_miss' as const, text })),
  ];
}
