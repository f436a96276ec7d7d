import { pageItemsOf } from '../../domain/page/page-items.ts';
import type { Persona } from '../../domain/persona.ts';
import type {
  ConsoleStore,
  DraftSaved,
  NewChange,
  PersonaChange,
  PersonaDraftRecord,
  ProfileSummary,
  PublishDraft,
  SaveDraft,
} from '../console-port.ts';
import type { Connection } from './connection.ts';
import { noteItems } from './pages.ts';
import type { Moment, Transaction } from './transaction.ts';

/** How many changes of a profile are kept. */
const keptChanges = 1_000;

function listProfiles({ db }: Moment, { workspaceId }: { workspaceId: string }): ProfileSummary[] {
  const length = (list: string) => `ifnull(json_array_length(p.persona, '$.${list}'), 0) AS ${list}`;
  return db.all<ProfileSummary>(
    `SELECT p.profile_id AS profileId, p.display_name AS displayName, p.status, ${length('facts')}, ${length('offers')},
       ${length('phrases')}, ifnull(d.unpublished, 0) AS unpublished
     FROM profiles p LEFT JOIN persona_drafts d ON d.workspace_id = p.workspace_id AND d.profile_id = p.profile_id
     WHERE p.workspace_id = ? ORDER BY p.display_name, p.profile_id`,
    workspaceId,
  );
}

export function personaDraft(
  { db, now }: Moment,
  { workspaceId, profileId }: Parameters<ConsoleStore['personaDraft']>[0],
): PersonaDraftRecord | null {
  const row = db.get<
    Omit<PersonaDraftRecord, 'published' | 'draft' | 'now'> & { published: string; draft: string | null }
  >(
    `SELECT p.profile_id AS profileId, p.display_name AS displayName, p.status, p.persona AS published,
       p.revision AS publishedRevision, ifnull(d.version, 0) AS version, d.persona AS draft, d.base_revision AS baseRevision,
       d.updated_at AS updatedAt, d.updated_by AS updatedBy
     FROM profiles p LEFT JOIN persona_drafts d ON d.workspace_id = p.workspace_id AND d.profile_id = p.profile_id
     WHERE p.workspace_id = ? AND p.profile_id = ?`,
    workspaceId,
    profileId,
  );
  if (row === undefined) return null;
  const published: Persona = JSON.parse(row.published);
  const draft: Persona | null = row.draft === null ? null : JSON.parse(row.draft);
  return { ...row, published, draft, now };
}

function saveDraft(tx: Transaction, input: SaveDraft): DraftSaved {
  if (liveRevision(tx.db, input) === null) return { outcome: 'not_found' };
  return noteChange(tx, input, input);
}

function publishDraft(tx: Transaction, input: PublishDraft): DraftSaved {
  const { workspaceId, profileId, persona, revision } = input;
  const live = liveRevision(tx.db, input);
  if (live === null) return { outcome: 'not_found' };
  if (live !== input.publishedRevision) return { outcome: 'conflict' };
  const saved = noteChange(tx, input, { draft: null, baseRevision: null, unpublished: 0 });
  if (saved.outcome === 'saved') {
    const sql = 'UPDATE profiles SET persona = ?, revision = ? WHERE workspace_id = ? AND profile_id = ?';
    tx.db.run(sql, JSON.stringify(persona), revision, workspaceId, profileId);
    noteItems(tx, { workspaceId, profileId, items: pageItemsOf(persona) });
  }
  return saved;
}

function liveRevision(db: Connection, input: { workspaceId: string; profileId: string }): string | null {
  const sql = 'SELECT revision FROM profiles WHERE workspace_id = ? AND profile_id = ?';
  return db.get<{ revision: string }>(sql, input.workspaceId, input.profileId)?.revision ?? null;
}

function noteChange(
  { db, now }: Transaction,
  {
    workspaceId,
    profileId,
    version,
    change,
  }: { workspaceId: string; profileId: string; version: number; change: NewChange },
  state: Pick<SaveDraft, 'draft' | 'baseRevision' | 'unpublished'>,
): DraftSaved {
  const stored = db.get<{ version: number }>(
    'SELECT version FROM persona_drafts WHERE workspace_id = ? AND profile_id = ?',
    workspaceId,
    profileId,
  );
  if ((stored?.version ?? 0) !== version) return { outcome: 'conflict' };
  const next = version + 1;
  db.run(
    `INSERT INTO persona_drafts (workspace_id, profile_id, version, base_revision, unpublished, updated_at, updated_by, persona)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET version = excluded.version, base_revision = excluded.base_revision,
       unpublished = excluded.unpublished, updated_at = excluded.updated_at, updated_by = excluded.updated_by, persona = excluded.persona`,
    workspaceId,
    profileId,
    next,
    state.baseRevision,
    state.unpublished,
    now,
    change.by,
    state.draft === null ? null : JSON.stringify(state.draft),
  );
  db.run(
    'INSERT INTO persona_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    workspaceId,
    profileId,
    next,
    now,
    change.accountId,
    change.by,
    change.action,
    change.itemKind,
    change.itemId,
    change.title,
    change.conversationId,
    change.before,
    change.after,
  );
  const old = 'DELETE FROM persona_changes WHERE workspace_id = ? AND profile_id = ? AND version <= ?';
  db.run(old, workspaceId, profileId, next - keptChanges);
  return { outcome: 'saved', version: next, at: now };
}

function personaChanges(
  { db }: Moment,
  { workspaceId, profileId, version, limit }: Parameters<ConsoleStore['personaChanges']>[0],
): PersonaChange[] {
  return db.all<PersonaChange>(
    `SELECT version, at, account_id AS accountId, by_name AS "by", action, item_kind AS itemKind, item_id AS itemId, title,
       conversation_id AS conversationId,
       CASE WHEN ?3 IS NULL AND before IS NOT NULL AND action IN ('import', 'discard', 'publish') THEN '""' ELSE before END AS before,
       iif(?3 IS NULL AND action = 'undo' AND item_kind IS NULL AND before IS NULL, NULL, after) AS after
     FROM persona_changes WHERE workspace_id = ?1 AND profile_id = ?2 AND (?3 IS NULL OR version = ?3)
     ORDER BY version DESC LIMIT ?4`,
    workspaceId,
    profileId,
    version,
    limit,
  );
}

export const studioReads = { listProfiles, personaChanges, personaDraft };
export const studioWrites = { publishDraft, saveDraft };
