import { namedPhrases } from '../named-phrases.ts';
import { maxTaughtPhrases, type StoredClassifier, type TaughtPhrase, type TeachingStore } from '../teaching-port.ts';
import type { Moment, Transaction } from './transaction.ts';

type Input<Name extends keyof TeachingStore> = Parameters<TeachingStore[Name]>[0];

const ofProfile = 'workspace_id = ?1 AND profile_id = ?2';

function readClassifier({ db }: Moment, { workspaceId, profileId }: Input<'classifier'>): StoredClassifier | null {
  const sql = `SELECT hash, bytes FROM classifiers WHERE ${ofProfile}`;
  return db.get<StoredClassifier>(sql, workspaceId, profileId) ?? null;
}

function keepClassifier({ db }: Transaction, input: Input<'keepClassifier'>): void {
  const { workspaceId, profileId, hash, bytes } = input;
  db.run(
    `INSERT INTO classifiers SELECT workspace_id, profile_id, ?3, ?4 FROM profiles WHERE ${ofProfile}
     ON CONFLICT DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes`,
    workspaceId,
    profileId,
    hash,
    bytes,
  );
}

function taughtPhrases({ db }: Moment, input: Input<'taughtPhrases'>): TaughtPhrase[] {
  const { workspaceId, profileId, ofFans = false } = input;
  return db.all<TaughtPhrase>(
    `SELECT item_id AS itemId, kind, text, source, state, conversation_id AS conversationId, created_at AS createdAt
     FROM taught_phrases WHERE ${ofProfile} ${ofFans ? `AND source IN ('inbox', 'page')` : ''}
     ORDER BY item_id, kind, created_at, text`,
    workspaceId,
    profileId,
  );
}

function suggestPhrases({ db, now }: Transaction, input: Input<'suggestPhrases'>): number {
  const { workspaceId, profileId, phrases } = input;
  const known = db.get<{ count: number }>(
    `SELECT (SELECT count(*) FROM taught_phrases WHERE ${ofProfile}) AS count FROM profiles WHERE ${ofProfile}`,
    workspaceId,
    profileId,
  );
  if (known === undefined) return 0;
  return db.run(
    `INSERT INTO taught_phrases
     SELECT ?1, ?2, value ->> 'itemId', value ->> 'kind', value ->> 'textHash', value ->> 'text', value ->> 'source',
       'suggested', value ->> 'conversationId', ?4
     FROM json_each(?3)
     WHERE value ->> 'conversationId' IS NULL
       OR EXISTS (SELECT 1 FROM conversations WHERE workspace_id = ?1 AND conversation_id = value ->> 'conversationId')
     LIMIT ?5
     ON CONFLICT DO NOTHING`,
    workspaceId,
    profileId,
    namedPhrases(phrases),
    now,
    Math.max(maxTaughtPhrases - known.count, 0),
  );
}

function settlePhrases({ db }: Transaction, input: Input<'settlePhrases'>): number {
  const { workspaceId, profileId, phrases, outcome } = input;
  const named = `${ofProfile} AND (item_id, kind, text_hash) IN (
    SELECT value ->> 'itemId', value ->> 'kind', value ->> 'textHash' FROM json_each(?3))`;
  return db.run(
    outcome === 'accepted'
      ? `UPDATE taught_phrases SET state = 'accepted' WHERE ${named} AND state = 'suggested'`
      : `DELETE FROM taught_phrases WHERE ${named}`,
    workspaceId,
    profileId,
    namedPhrases(phrases),
  );
}

export const teachingReads = { classifier: readClassifier, taughtPhrases };
export const teachingWrites = { keepClassifier, settlePhrases, suggestPhrases };
