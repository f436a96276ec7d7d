import type { EpochMs } from '../domain/period.ts';
import { maxTrainingPhrases } from '../domain/training-bound.ts';

/**
 * The profiles' classifiers, and the sources of their training phrases. `Store` extends this interface, so its
 * guarantees apply.
 */
export interface TeachingStore {
  /** Returns the classifier that was last stored for a profile, or null if there is none. */
  classifier(input: ProfilePlace): Promise<StoredClassifier | null>;
  /**
   * Replaces a profile's classifier. Does nothing if the profile does not exist. A classifier is derived data: imports
   * keep it, backups and moves exclude it, and it is retrained if it is missing.
   * @throws RangeError if it is larger than 1 MiB
   */
  keepClassifier(input: ProfilePlace & StoredClassifier): Promise<void>;
  /**
   * Returns suggested and accepted phrases with their sources, by item and kind, oldest first. With `ofFans`, returns
   * only those from an inbox or the Page.
   */
  taughtPhrases(input: ProfilePlace & { ofFans?: boolean }): Promise<TaughtPhrase[]>;
  /**
   * Adds suggestions. An existing suggestion with the same item, kind and text is left unchanged. Skips suggestions
   * whose conversation does not exist, and those beyond `maxTaughtPhrases`. Returns the number of new suggestions.
   */
  suggestPhrases(input: ProfilePlace & { phrases: readonly NewSuggestion[] }): Promise<number>;
  /** Marks the given suggestions as accepted, or removes them if they were rejected. Returns how many changed. */
  settlePhrases(
    input: ProfilePlace & { phrases: readonly PhraseName[]; outcome: 'accepted' | 'rejected' },
  ): Promise<number>;
  /**
   * Removes all training phrases that came from the given conversations, even if the conversations no longer exist.
   * Also removes aliases and near misses with the same words from the profile's persona (live, draft and history), and
   * removes the profile's classifier. The call may be repeated. Returns the number of removed phrases.
   */
  forgetPhrases(input: { workspaceId: string; conversationIds: readonly string[] }): Promise<number>;
}

/** The maximum number of stored phrases in a profile, suggested and accepted ones together. */
export const maxTaughtPhrases = 2 * maxTrainingPhrases;

const maxClassifierBytes = 1_048_576;

interface ProfilePlace {
  readonly workspaceId: string;
  readonly profileId: string;
}

export interface StoredClassifier {
  /** The hash of the training data. */
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
  /** Null unless the phrase came from an inbox or the Page. */
  readonly conversationId: string | null;
}

export interface TaughtPhrase extends NewSuggestion {
  readonly state: 'suggested' | 'accepted';
  readonly createdAt: EpochMs;
}

/** Checks a classifier's size. @throws RangeError if it is larger than the maximum */
export function requireClassifierSize(bytes: Uint8Array): void {
  if (bytes.length <= maxClassifierBytes) return;
  throw new RangeError(`a classifier may be at most ${maxClassifierBytes} bytes; this one is ${bytes.length} bytes`);
}
