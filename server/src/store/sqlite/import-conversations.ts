import type { Tally } from '../workspace-port.ts';
import type { Transaction } from './transaction.ts';

/**
 * Returns a fault for each staged conversation whose profile is neither staged nor stored, with its location in the
 * document.
 */
export function findHomelessConversations({ db }: Transaction): string[] {
  const rows = db.all<{ path: string; profileId: string }>(
    `SELECT s.path, s.profile_id AS profileId FROM staged_conversations s
     WHERE NOT EXISTS (SELECT 1 FROM staged_profiles p WHERE p.workspace_id = s.workspace_id AND p.profile_id = s.profile_id)
       AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.workspace_id = s.workspace_id AND p.profile_id = s.profile_id)`,
  );
  return rows
    .sort((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }))
    .map(
      ({ path, profileId }) =>
        `${path}.profileId: the profile "${profileId}" exists neither in this document nor in the workspace`,
    );
}

/**
 * Stores the staged conversations. A field that the document omits keeps its stored value. A conversation that awaits
 * the creator keeps that state unless it is forced; the result lists these conversations.
 */
export function importConversations(
  tx: Transaction,
  { forceState, dryRun }: { forceState: boolean; dryRun: boolean },
): { readonly tally: Tally; readonly keptAwaiting: string[] } {
  judge(tx, forceState);
  const { db } = tx;
  const tally = db.get<Tally>(
    `SELECT count(*) FILTER (WHERE change = 'created') AS created, count(*) FILTER (WHERE change = 'updated') AS updated,
       count(*) FILTER (WHERE change = 'unchanged') AS unchanged FROM staged_conversations`,
  );
  const kept = db.all<{ id: string }>('SELECT conversation_id AS id FROM staged_conversations WHERE is_kept');
  if (!dryRun) write(tx);
  const { created = 0, updated = 0, unchanged = 0 } = tally ?? {};
  return { tally: { created, updated, unchanged }, keptAwaiting: kept.map(({ id }) => id) };
}

/** Fills in each staged row from the stored one, and records whether they differ. */
function judge({ db }: Transaction, forceState: boolean): void {
  const isKept = `(c.state = 'awaiting_owner' AND s.state <> 'awaiting_owner' AND NOT ?1)`;
  db.run(
    `UPDATE staged_conversations AS s SET
       is_kept = ifnull(${isKept}, 0),
       change = iif(s.profile_id <> c.profile_id
         OR ifnull(s.state <> c.state AND NOT ${isKept}, 0)
         OR (s.channel IS NOT NULL AND s.channel IS NOT c.channel)
         OR (s.contact IS NOT NULL AND s.contact IS NOT c.contact)
         OR (s.relationship IS NOT NULL AND s.relationship IS NOT c.relationship), 'updated', 'unchanged'),
       state = iif(s.state IS NULL OR ${isKept}, c.state, s.state),
       channel = ifnull(s.channel, c.channel),
       contact = ifnull(s.contact, c.contact),
       relationship = ifnull(s.relationship, c.relationship)
     FROM conversations c WHERE c.workspace_id = s.workspace_id AND c.conversation_id = s.conversation_id`,
    forceState ? 1 : 0,
  );
}

function write({ db, now }: Transaction): void {
  db.run(
    `INSERT INTO conversations (workspace_id, conversation_id, profile_id, state, channel, created_at, contact, relationship)
     SELECT workspace_id, conversation_id, profile_id, ifnull(state, 'open'), channel, ?, contact, relationship
     FROM staged_conversations WHERE change = 'created'`,
    now,
  );
  db.run(
    `UPDATE conversations AS c SET profile_id = s.profile_id, state = s.state, channel = s.channel, contact = s.contact,
       relationship = s.relationship
     FROM staged_conversations s
     WHERE s.change = 'updated' AND c.workspace_id = s.workspace_id AND c.conversation_id = s.conversation_id`,
  );
}
