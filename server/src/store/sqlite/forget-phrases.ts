import { forgetInJson, forgetInPersona, quotedForms } from '../forget-words.ts';
import type { Connection } from './connection.ts';
import { overwriting } from './forgetting.ts';
import { personaDraft } from './studio.ts';
import type { Transaction } from './transaction.ts';

/**
 * The number of changes in one step. Steps are small, because a change may contain a whole persona, and a long commit
 * would delay other writes.
 */
const changesPerCommit = 10;

export interface ForgetPhrases {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly conversationIds: readonly string[];
  /** The version up to which the history was processed. */
  readonly after: number;
}

/** SQL that selects the phrases that came from the conversations in ?2, a JSON array of ids. */
export const ofConversations = 'workspace_id = ?1 AND conversation_id IN (SELECT value FROM json_each(?2))';

function forgetPhrasesStep(tx: Transaction, step: ForgetPhrases): { phrases: number; next: number | null } {
  const { db } = tx;
  const { workspaceId, profileId, conversationIds } = step;
  const words = db
    .all<{ text: string }>(
      `SELECT DISTINCT text FROM taught_phrases WHERE ${ofConversations} AND profile_id = ?3`,
      workspaceId,
      JSON.stringify(conversationIds),
      profileId,
    )
    .map(({ text }) => text);
  if (words.length === 0) return { phrases: 0, next: null };
  return overwriting(db, () => {
    const next = forgetInHistory(db, step, words);
    if (next !== null) return { phrases: 0, next };
    forgetInProfile(tx, step, words);
    db.run('DELETE FROM classifiers WHERE workspace_id = ? AND profile_id = ?', workspaceId, profileId);
    const phrases = db.run(
      `DELETE FROM taught_phrases WHERE ${ofConversations} AND profile_id = ?3`,
      workspaceId,
      JSON.stringify(conversationIds),
      profileId,
    );
    return { phrases, next: null };
  });
}

/**
 * Removes words from the next part of a profile's history. Returns the position to continue from, or null at the end.
 */
function forgetInHistory(db: Connection, { workspaceId, profileId, after }: ForgetPhrases, words: readonly string[]) {
  const changes = db.all<{ version: number; before: string | null; after: string | null }>(
    `SELECT version, before, after FROM persona_changes
     WHERE workspace_id = ? AND profile_id = ? AND version > ?
       AND EXISTS (SELECT 1 FROM json_each(?) AS form WHERE instr(before, form.value) > 0 OR instr(after, form.value) > 0)
     ORDER BY version LIMIT ?`,
    workspaceId,
    profileId,
    after,
    JSON.stringify(quotedForms(words)),
    changesPerCommit,
  );
  for (const change of changes) {
    db.run(
      'UPDATE persona_changes SET before = ?, after = ? WHERE workspace_id = ? AND profile_id = ? AND version = ?',
      forgetInJson(words, change.before),
      forgetInJson(words, change.after),
      workspaceId,
      profileId,
      change.version,
    );
  }
  return changes.length < changesPerCommit ? null : (changes.at(-1)?.version ?? null);
}

function forgetInProfile(tx: Transaction, { workspaceId, profileId }: ForgetPhrases, words: readonly string[]): void {
  const record = personaDraft(tx, { workspaceId, profileId });
  if (record === null) return;
  const left = forgetInPersona(words, record);
  if (left === null) return;
  tx.db.run(
    'UPDATE profiles SET persona = ?, revision = ? WHERE workspace_id = ? AND profile_id = ?',
    JSON.stringify(left.published),
    left.publishedRevision,
    workspaceId,
    profileId,
  );
  // The version is incremented, so that a caller with the previous draft has to reload it.
  tx.db.run(
    `UPDATE persona_drafts SET persona = ?, base_revision = ?, unpublished = ifnull(?, unpublished), version = version + 1
     WHERE workspace_id = ? AND profile_id = ?`,
    left.draft === null ? null : JSON.stringify(left.draft),
    left.baseRevision,
    left.unpublished,
    workspaceId,
    profileId,
  );
}

export const forgetPhrasesWrites = { forgetPhrasesStep };
