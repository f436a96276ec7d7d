import { requireClassifierSize, type TeachingStore } from '../teaching-port.ts';
import type { AccountStoreDeps } from './account-store.ts';
import { type ForgetPhrases, ofConversations } from './forget-phrases.ts';
import type { PortReads } from './port-reads.ts';
import type { PortWrites } from './port-writes.ts';

/** Creates the operations on training phrases and classifiers that are in neither `portReads` nor `portWrites`. */
export function createTeachingStore(
  deps: Pick<AccountStoreDeps, 'thread' | 'read'>,
): Omit<TeachingStore, keyof PortReads | keyof PortWrites> {
  return {
    async keepClassifier(input) {
      requireClassifierSize(input.bytes);
      await deps.thread.write('keepClassifier', input);
    },
    forgetPhrases: (input) => forgetPhrases(deps, input),
  };
}

/**
 * Removes all training phrases that came from the conversations, profile by profile, in small commits. The last commit
 * for a profile removes the stored phrases themselves.
 */
async function forgetPhrases(
  { thread, read }: Pick<AccountStoreDeps, 'thread' | 'read'>,
  { workspaceId, conversationIds }: Pick<ForgetPhrases, 'workspaceId' | 'conversationIds'>,
): Promise<number> {
  let removed = 0;
  const profiles = await read((db) =>
    db.all<{ profileId: string }>(
      `SELECT DISTINCT profile_id AS profileId FROM taught_phrases WHERE ${ofConversations} ORDER BY 1`,
      workspaceId,
      JSON.stringify(conversationIds),
    ),
  );
  for (const { profileId } of profiles) {
    let after: number | null = 0;
    while (after !== null) {
      const step: { phrases: number; next: number | null } = await thread.write('forgetPhrasesStep', {
        workspaceId,
        profileId,
        conversationIds,
        after,
      });
      removed += step.phrases;
      after = step.next;
    }
  }
  return removed;
}
