import type { EpochMs } from '../domain/period.ts';
import { maxTrainingPhrases } from '../domain/training-bound.ts';

/**
 * Classifiers of profiles, and the sources of training phrases. It is part of the store and follows the promises of its
 * port.
 */
export interface TeachingStore {
  /** The classifier stored last for a profile, or null. */
  classifier(input: ProfilePlace): Promise<StoredClassifier | null>;
  /**
   * Replaces a profile's classifier; does nothing if the profile does not exist. A classifier is derived data: imports
   * keep it, backups and moves exclude it, and it is trained again where it is missing.
   * @throws RangeError over 1 MiB
   */
  keepClassifier(input: ProfilePlace & StoredClassifier): Promise<void>;
  /**
   * Suggested or accepted phrases with their source, by item and kind, oldest first. With `ofFans`, only those from an
   * inbox or the Page.
   */
  taughtPhrases(input: ProfilePlace & { ofFans?: boolean }): Promise<TaughtPhrase[]>;
  /**
   * Adds suggestions. An existing one (same item, kind and text) is left unchanged. Skips those whose conversation does
   * not exist and those over `maxTaughtPhrases`. Returns how many were new.
   */
  suggestPhrases(input: ProfilePlace & { phrases: readonly NewSuggestion[] }): Promise<number>;
  /** Marks as accepted, or removes (rejected), by item, kind and text. Returns how many changed. */
  settlePhrases(
    input: ProfilePlace & { phrases: readonly PhraseName[]; outcome: 'accepted' | 'rejected' },
  ): Promise<number>;
  /**
   * Removes everything that these conversations taught, even if the conversations are already gone: their phrases, the
   * aliases and near misses with the same words in the profile's persona (live, draft and history), and its classifier.
   * May be repeated. Returns how many phrases were removed.
   */
  forgetPhrases(input: { workspaceId: string; conversationIds: readonly string[] }): Promise<number>;
}

/** How many phrases of a profile are stored, suggested and accepted ones together. */
export const maxTaughtPhrases = 2 * maxTrainingPhrases;

const maxClassifierBytes = 1_048_576;

interface ProfilePlace {
  readonly workspaceId: string;
  readonly profileId: string;
}

export interface StoredClassifier {
  /** The hash of the data that it was trained from. */
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

/** @throws RangeError for a classifier over the maximum size */
export function requireClassifierSize(bytes: Uint8Array): void {
  if (bytes.length <= maxClassifierBytes) return;
  throw new RangeError(`a classifier has at most ${maxClassifierBytes} bytes; this one has ${bytes.length}`);
}
