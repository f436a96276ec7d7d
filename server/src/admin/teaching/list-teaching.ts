import type { Persona } from '../../domain/persona.ts';
import { type FlaggedPhrase, judgePhrases } from '../../drafting/answer/judge-phrases.ts';
import type { Store } from '../../store/port.ts';
import type { TaughtPhrase } from '../../store/teaching-port.ts';
import { draftOf } from '../console/draft-of.ts';
import { type Confusion, findConfusions } from './find-confusions.ts';
import { flagMessage } from './sift-phrases.ts';
import { phrasesOf, taughtItems } from './taught-items.ts';
import { findProfile, type TeachingPlace } from './teaching-profile.ts';

/** One item's phrases and their problems. */
export interface TaughtItemView {
  readonly id: string;
  readonly title: string;
  readonly isApproved: boolean;
  readonly aliases: number;
  readonly nearMisses: number;
  readonly flagged: readonly (Omit<FlaggedPhrase, 'itemId' | 'index'> & { readonly message: string })[];
  /**
   * The number of suggestions that are waiting for review. `ofFans` counts those that came from an inbox or the Page.
   */
  readonly suggested: { readonly aliases: number; readonly nearMisses: number; readonly ofFans: number };
  readonly confusion: Omit<Confusion, 'itemId'>;
}

export interface TeachingList {
  readonly profileId: string;
  readonly displayName: string;
  /** True if these are the items of a draft that differs from the live persona. */
  readonly isDraft: boolean;
  readonly phrases: number;
  readonly flagged: number;
  readonly items: readonly TaughtItemView[];
}

/**
 * Lists the phrases of a profile's items in the draft. Trains up to five classifiers to find confusions. @throws
 * OperatorError when the profile does not exist
 */
export async function listTeaching(
  store: Store,
  place: TeachingPlace,
  progress: (done: number, of: number) => void,
): Promise<TeachingList> {
  const { workspaceId, profileId } = place;
  const record = await findProfile(store, place);
  const persona = draftOf(record);
  const taught = await store.taughtPhrases({ workspaceId, profileId });
  const flags = judgePhrases(persona);
  const confusions = await findConfusions(persona, new Set(flags.map(({ text }) => text)), progress);
  const items = viewItems(
    persona,
    flags,
    taught.filter(({ state }) => state === 'suggested'),
    confusions,
  );
  const phrases = items.reduce((sum, item) => sum + item.aliases + item.nearMisses, 0);
  const { displayName, draft } = record;
  return { profileId, displayName, isDraft: draft !== null, phrases, flagged: flags.length, items };
}

function viewItems(
  persona: Persona,
  flags: readonly FlaggedPhrase[],
  suggested: readonly TaughtPhrase[],
  confusions: readonly Confusion[],
): TaughtItemView[] {
  const flagsOf = Map.groupBy(flags, ({ itemId }) => itemId);
  const suggestedFor = Map.groupBy(suggested, ({ itemId }) => itemId);
  const confusionOf = new Map(confusions.map((confusion) => [confusion.itemId, confusion]));
  return taughtItems(persona).map((item) => {
    const waiting = suggestedFor.get(item.id) ?? [];
    const { asked = 0, right = 0, takenBy = [] } = confusionOf.get(item.id) ?? {};
    return {
      id: item.id,
      title: 'name' in item ? item.name : (item.topic ?? item.text.slice(0, 60)),
      isApproved: item.approved !== false,
      aliases: phrasesOf(item, 'alias').length,
      nearMisses: phrasesOf(item, 'near_miss').length,
      flagged: (flagsOf.get(item.id) ?? []).map(({ itemId: _itemId, index: _index, ...flag }) => ({
        ...flag,
        message: flagMessage({ itemId: _itemId, index: _index, ...flag }),
      })),
      suggested: {
        aliases: waiting.filter(({ kind }) => kind === 'alias').length,
        nearMisses: waiting.filter(({ kind }) => kind === 'near_miss').length,
        ofFans: waiting.filter(({ conversationId }) => conversationId !== null).length,
      },
      confusion: { asked, right, takenBy },
    };
  });
}
