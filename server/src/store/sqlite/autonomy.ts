import type { Autonomy, ProposalTally } from '../../domain/autonomy.ts';
import type { DraftingSettings } from '../../domain/workspace-document.ts';
import type { AutonomyRecord, AutonomyStore, ProposedItemRecord, TrialRecord } from '../autonomy-port.ts';
import type { DraftingTerms } from '../write-port.ts';
import type { Connection } from './connection.ts';
import { modelTerms } from './model-usage.ts';
import type { Moment, Transaction } from './transaction.ts';

type Input<Name extends keyof AutonomyStore> = Parameters<AutonomyStore[Name]>[0];

/** Returns how replies for a profile are drafted. `drafting` is its workspace's settings as JSON text. */
export function draftingTerms(
  db: Connection,
  drafting: string | null,
  { workspaceId, profileId }: { workspaceId: string; profileId: string },
): DraftingTerms {
  const { autonomy } = settingsIn(drafting);
  const records = db.all<DraftingTerms['records'][number]>(
    `SELECT item_id AS itemId, hash, unchanged, edited, rejected FROM item_records
     WHERE workspace_id = ? AND profile_id = ? AND edited + rejected > 0`,
    workspaceId,
    profileId,
  );
  return { ...modelTerms(drafting), autonomy: autonomy ?? 'careful', records };
}

/** Counts the proposal in a stored draft. If an item has changed since its record began, the record starts over. */
export function countProposal(
  { db, now }: Transaction,
  workspaceId: string,
  idempotencyKey: string,
  { profileId, items, trial }: ProposalTally,
): void {
  if (items.length === 0 && trial === null) return;
  const isNew = db.run(
    `INSERT INTO draft_records (workspace_id, idempotency_key, profile_id, items, trial, created_at)
     SELECT workspace_id, ?3, profile_id, ?4, ?5, ?6 FROM profiles WHERE workspace_id = ?1 AND profile_id = ?2
     ON CONFLICT DO NOTHING`,
    workspaceId,
    profileId,
    idempotencyKey,
    JSON.stringify(items),
    trial,
    now,
  );
  if (isNew === 0) return;
  for (const { id, hash } of items)
    db.run(
      `INSERT INTO item_records VALUES (?, ?, ?, ?, 1, 0, 0, 0)
       ON CONFLICT DO UPDATE SET hash = excluded.hash, proposed = iif(hash = excluded.hash, proposed + 1, 1),
         unchanged = iif(hash = excluded.hash, unchanged, 0), edited = iif(hash = excluded.hash, edited, 0),
         rejected = iif(hash = excluded.hash, rejected, 0)`,
      workspaceId,
      profileId,
      id,
      hash,
    );
  if (trial !== null)
    db.run(
      `INSERT INTO trials VALUES (?, ?, 1, ?, 0, 0, 0)
       ON CONFLICT DO UPDATE SET drafts = drafts + 1, automatic = automatic + excluded.automatic`,
      workspaceId,
      profileId,
      trial === 'automatic' ? 1 : 0,
    );
}

export function recordOutcome(
  { db }: Transaction,
  { workspaceId, idempotencyKey, outcome }: Input<'recordOutcome'>,
): 'recorded' | 'repeated' | 'not_found' {
  const record = db.get<{ profileId: string; items: string; trial: string | null; outcome: string | null }>(
    `SELECT profile_id AS profileId, items, trial, outcome FROM draft_records WHERE workspace_id = ? AND idempotency_key = ?`,
    workspaceId,
    idempotencyKey,
  );
  if (record === undefined) return 'not_found';
  if (record.outcome !== null) return 'repeated';
  db.run(
    'UPDATE draft_records SET outcome = ? WHERE workspace_id = ? AND idempotency_key = ?',
    outcome,
    workspaceId,
    idempotencyKey,
  );
  const items: ProposalTally['items'] = JSON.parse(record.items);
  for (const { id, hash } of items)
    db.run(
      `UPDATE item_records SET ${outcome} = ${outcome} + 1
       WHERE workspace_id = ? AND profile_id = ? AND item_id = ? AND hash = ?`,
      workspaceId,
      record.profileId,
      id,
      hash,
    );
  if (record.trial === 'automatic')
    db.run(
      `UPDATE trials SET ${outcome} = ${outcome} + 1 WHERE workspace_id = ? AND profile_id = ?`,
      workspaceId,
      record.profileId,
    );
  return 'recorded';
}

function readAutonomy({ db }: Moment, { workspaceId }: Input<'autonomy'>): AutonomyRecord | null {
  const row = db.get<{ drafting: string | null }>(
    'SELECT drafting FROM workspaces WHERE workspace_id = ?',
    workspaceId,
  );
  if (row === undefined) return null;
  const counts = 'unchanged, edited, rejected';
  return {
    autonomy: settingsIn(row.drafting).autonomy ?? 'careful',
    trials: db.all<TrialRecord>(
      `SELECT profile_id AS profileId, drafts, automatic, ${counts} FROM trials WHERE workspace_id = ? ORDER BY 1`,
      workspaceId,
    ),
    items: db.all<ProposedItemRecord>(
      `SELECT profile_id AS profileId, item_id AS itemId, hash, proposed, ${counts} FROM item_records
       WHERE workspace_id = ? ORDER BY 1, 2`,
      workspaceId,
    ),
  };
}

function setAutonomy({ db }: Transaction, { workspaceId, autonomy }: Input<'setAutonomy'>): boolean {
  const row = db.get<{ drafting: string | null }>(
    'SELECT drafting FROM workspaces WHERE workspace_id = ?',
    workspaceId,
  );
  if (row === undefined) return false;
  const settings = settingsIn(row.drafting);
  const drafting = JSON.stringify({ ...settings, autonomy } satisfies DraftingSettings);
  db.run('UPDATE workspaces SET drafting = ? WHERE workspace_id = ?', drafting, workspaceId);
  const isTurnedOff: boolean = autonomy === 'off' && settings.autonomy !== 'off';
  if (isTurnedOff) db.run('DELETE FROM trials WHERE workspace_id = ?', workspaceId);
  return true;
}

function releaseItem({ db }: Transaction, { workspaceId, profileId, itemId }: Input<'releaseItem'>): boolean {
  const changed = db.run(
    `UPDATE item_records SET proposed = 0, unchanged = 0, edited = 0, rejected = 0
     WHERE workspace_id = ? AND profile_id = ? AND item_id = ?`,
    workspaceId,
    profileId,
    itemId,
  );
  return changed > 0;
}

function settingsIn(drafting: string | null): DraftingSettings & { autonomy?: Autonomy } {
  return drafting === null ? {} : JSON.parse(drafting);
}

export const autonomyReads = { autonomy: readAutonomy };
export const autonomyWrites = { recordOutcome, releaseItem, setAutonomy };
