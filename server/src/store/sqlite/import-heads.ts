import { pageItemsOf } from '../../domain/page/page-items.ts';
import type { Tally } from '../workspace-port.ts';
import { personaRow } from './import-rows.ts';
import { noteItems } from './pages.ts';
import type { Transaction } from './transaction.ts';

/** Stores the staged workspaces. A field that the document omits keeps its stored value. */
export function importWorkspaces({ db, now }: Transaction, { dryRun }: { dryRun: boolean }): Tally {
  const rows = db.all<{ id: string; isKnown: number; isChanged: number }>(
    `SELECT s.workspace_id AS id, w.workspace_id IS NOT NULL AS isKnown,
       s.name <> w.name OR s.plan <> w.plan OR ifnull(s.status <> w.status, 0)
       OR (s.names_replies AND s.monthly_replies IS NOT w.monthly_replies)
       OR ifnull(s.allowed_origins <> w.allowed_origins, 0)
       OR (s.names_notifications AND s.notifications IS NOT w.notifications)
       OR ifnull(json_patch(ifnull(w.drafting, '{}'), s.drafting) IS NOT w.drafting AND s.drafting IS NOT NULL, 0) AS isChanged
     FROM staged_workspaces s LEFT JOIN workspaces w ON w.workspace_id = s.workspace_id`,
  );
  for (const { id, isKnown, isChanged } of rows) {
    if (dryRun || (isKnown && !isChanged)) continue;
    db.run(
      `INSERT INTO workspaces (workspace_id, name, plan, status, monthly_replies, allowed_origins, notifications, drafting, created_at)
       SELECT workspace_id, name, plan, ifnull(status, 'active'), monthly_replies, ifnull(allowed_origins, '[]'), notifications, drafting, ?2
       FROM staged_workspaces WHERE workspace_id = ?1
       ON CONFLICT DO NOTHING`,
      id,
      now,
    );
    if (!isKnown) continue;
    db.run(
      `UPDATE workspaces AS w SET name = s.name, plan = s.plan, status = ifnull(s.status, w.status),
         monthly_replies = iif(s.names_replies, s.monthly_replies, w.monthly_replies),
         allowed_origins = ifnull(s.allowed_origins, w.allowed_origins),
         notifications = iif(s.names_notifications, s.notifications, w.notifications),
         drafting = iif(s.drafting IS NULL, w.drafting, json_patch(ifnull(w.drafting, '{}'), s.drafting))
       FROM staged_workspaces s WHERE s.workspace_id = ?1 AND w.workspace_id = ?1`,
      id,
    );
  }
  return tallyOf(rows);
}

/** Stores the staged profiles. A given persona replaces the stored one entirely; otherwise, the stored one stays. */
export function importProfiles(tx: Transaction, { dryRun }: { dryRun: boolean }): Tally {
  keepPersonas(tx);
  const { db } = tx;
  const rows = db.all<{
    workspaceId: string;
    id: string;
    status: string;
    revision: string;
    isKnown: number;
    isChanged: number;
  }>(
    `SELECT workspaceId, id, status, revision, isKnown, isKnown AND revision <> stored AS isChanged FROM (
       SELECT s.workspace_id AS workspaceId, s.profile_id AS id, coalesce(s.status, p.status, 'active') AS status,
         iif(coalesce(s.status, p.status, 'active') = 'active', s.active_revision, s.inactive_revision) AS revision,
         p.profile_id IS NOT NULL AS isKnown, p.revision AS stored
       FROM staged_profiles s LEFT JOIN profiles p ON p.workspace_id = s.workspace_id AND p.profile_id = s.profile_id
     )`,
  );
  for (const { workspaceId, id, status, revision, isKnown, isChanged } of rows) {
    if (dryRun || (isKnown && !isChanged)) continue;
    db.run(
      `INSERT INTO profiles (workspace_id, profile_id, display_name, status, revision, persona)
       SELECT workspace_id, profile_id, display_name, ?3, ?4, persona FROM staged_profiles
       WHERE workspace_id = ?1 AND profile_id = ?2
       ON CONFLICT DO UPDATE SET display_name = excluded.display_name, status = excluded.status,
         revision = excluded.revision, persona = excluded.persona`,
      workspaceId,
      id,
      status,
      revision,
    );
    notePageItems(tx, workspaceId, id);
  }
  return tallyOf(rows);
}

function notePageItems(tx: Transaction, workspaceId: string, profileId: string): void {
  const sql = 'SELECT persona FROM profiles WHERE workspace_id = ? AND profile_id = ?';
  const { persona = '{}' } = tx.db.get<{ persona: string }>(sql, workspaceId, profileId) ?? {};
  // Most personas have nothing on a Page, and parsing a persona takes time.
  const items = persona.includes('"onPage":true') ? pageItemsOf(JSON.parse(persona)) : [];
  noteItems(tx, { workspaceId, profileId, items });
}

/** Fills in the stored persona for each staged profile that has none. */
function keepPersonas({ db }: Transaction): void {
  const rows = db.all<{ workspaceId: string; id: string; displayName: string; stored: string | null }>(
    `SELECT s.workspace_id AS workspaceId, s.profile_id AS id, s.display_name AS displayName, p.persona AS stored
     FROM staged_profiles s LEFT JOIN profiles p ON p.workspace_id = s.workspace_id AND p.profile_id = s.profile_id
     WHERE s.persona IS NULL`,
  );
  for (const { workspaceId, id, displayName, stored } of rows) {
    const { json, activeRevision, inactiveRevision } = personaRow(displayName, JSON.parse(stored ?? '{}'));
    db.run(
      `UPDATE staged_profiles SET persona = ?, active_revision = ?, inactive_revision = ?
       WHERE workspace_id = ? AND profile_id = ?`,
      json,
      activeRevision,
      inactiveRevision,
      workspaceId,
      id,
    );
  }
}

function tallyOf(rows: readonly { readonly isKnown: number; readonly isChanged: number }[]): Tally {
  const created = rows.filter(({ isKnown }) => !isKnown).length;
  const updated = rows.filter(({ isKnown, isChanged }) => isKnown && isChanged).length;
  return { created, updated, unchanged: rows.length - created - updated };
}
