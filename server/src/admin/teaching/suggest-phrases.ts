import type { Store } from '../../store/port.ts';
import { draftOf } from '../console/draft-of.ts';
import { readTeachingAnswer, type WrittenPhrase } from './read-answer.ts';
import { type RefusedPhrase, siftPhrases } from './sift-phrases.ts';
import { findProfile, type TeachingPlace } from './teaching-profile.ts';

export interface SuggestionOutcome {
  /** The number of phrases that became new suggestions. */
  readonly suggested: number;
  readonly aliases: number;
  readonly nearMisses: number;
  /** The number of items that the new suggestions belong to. */
  readonly items: number;
  /** The number of phrases that were already in the items or in waiting suggestions. */
  readonly known: number;
  readonly refused: readonly RefusedPhrase[];
}

/**
 * Stores the phrases in an assistant's or a model's answer as suggestions. Resolves to null if the answer has none in
 * the required format. If `asked` is given, skips phrases for other items.
 */
export async function suggestFromAnswer(
  store: Store,
  place: TeachingPlace,
  answer: string,
  source: 'assistant' | 'model',
  asked: ReadonlySet<string> | null = null,
): Promise<SuggestionOutcome | null> {
  const written = readTeachingAnswer(answer).filter(({ itemId }) => asked === null || asked.has(itemId));
  return written.length === 0 ? null : suggestPhrases(store, place, written, source);
}

async function suggestPhrases(
  store: Store,
  { workspaceId, profileId }: TeachingPlace,
  written: readonly WrittenPhrase[],
  source: 'assistant' | 'model',
): Promise<SuggestionOutcome> {
  const record = await findProfile(store, { workspaceId, profileId });
  const taught = await store.taughtPhrases({ workspaceId, profileId });
  // Suggestions from fans must not prevent other items from having the same words.
  const waiting = taught.filter((phrase) => phrase.state === 'suggested' && phrase.conversationId === null);
  const { taken, refused, known } = siftPhrases(draftOf(record), written, waiting);
  const suggested = await store.suggestPhrases({
    workspaceId,
    profileId,
    phrases: taken.map((phrase) => ({ ...phrase, source, conversationId: null })),
  });
  return {
    suggested,
    aliases: taken.filter(({ kind }) => kind === 'alias').length,
    nearMisses: taken.filter(({ kind }) => kind === 'near_miss').length,
    items: new Set(taken.map(({ itemId }) => itemId)).size,
    known: known.length + taken.length - suggested,
    refused,
  };
}
