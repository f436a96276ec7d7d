import type { EpochMs } from '../domain/period.ts';
import { maxTrainingPhrases } from '../domain/training-bound.ts';

/** What profiles were taught: their classifiers, and where training phrases came from. As part of the store, under the promises of its port. */
export interface TeachingStore {
  /** The classifier stored last for a profile, or null. */
  classifier(input: ProfilePlace): Promise<StoredClassifier | null>;
  /**
   * Replaces a profile's classifier; nothing happens when the profile does not exist. A classifier is derived data: an
   * import leaves it, backups and moves leave it out, and whoever finds none trains it again.
   * @throws RangeError over 1 MiB
   */
  keepClassifier(input: ProfilePlace & StoredClassifier): Promise<void>;
  /** Phrases that were suggested or accepted, with their source, by item and kind, the oldest first; with `ofFans`, those from an inbox or the Page only. */
  taughtPhrases(input: ProfilePlace & { ofFans?: boolean }): Promise<TaughtPhrase[]>;
  /**
   * Adds suggestions; one that is there already (same item, kind and text) is left alone. Those are left out whose
   * conversation does not exist, and those over `maxTaughtPhrases`. Returns how many were new.
   */
  suggestPhrases(input: ProfilePlace & { phrases: readonly NewSuggestion[] }): Promise<number>;
  /** Marks as accepted, or removes (rejected), by item, kind and text. Returns how many changed. */
  settlePhrases(
    input: ProfilePlace & { phrases: readonly PhraseName[]; outcome: 'accepted' | 'rejected' },
  ): Promise<number>;
  /**
   * Removes what these conversations taught, also where they are gone: their phrases, the aliases and near misses with
   * the same words in the persona of the profile (live, draft and history), and its classifier. May be repeated.
   * Returns how many phrases were removed.
   */
  forgetPhrases(input: { workspaceId: string; conversationIds: readonly string[] }): Promise<number>;
}

/** How many phrases of a profile are kept, suggested and accepted ones together. */
export const maxTaughtPhrases = 2 * maxTrainingPhrases;

const maxClassifierBytes = 1_048_576;

interface ProfilePlace {
  readonly workspaceId: string;
  readonly profileId: string;
}

export interface StoredClassifier {
  /** Of what it was trained from. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export interface PhraseName {
  readonly itemId: string;
  readonly kind: 'alias' | 'near_miss';
  readonly text: string;
}

export interface NewSuggestion extends PhraseName {
  readonly source: 'assistant' | 'model' | 'inbox' | 'page';
  /** Null unless it came from an inbox or the Page. */
  readonly conversationId: string | null;
}

export interface TaughtPhrase extends NewSuggestion {
  readonly state: 'suggested' | 'accepted';
  readonly createdAt: EpochMs;
}

/** @throws RangeError for a classifier that is larger than one may be */
export function requireClassifierSize(bytes: Uint8Array): void {
  if (bytes.length <= maxClassifierBytes) return;
  throw new RangeError(`a classifier has at most ${maxClassifierBytes} bytes; this one has ${bytes.length}`);
}
