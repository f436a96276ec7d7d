import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { currentActor } from '../../lib/acting.ts';
import { entryOf } from '../audit-entries.ts';
import { contactErased } from '../audited-operations.ts';
import type { Store } from '../port.ts';
import type { Database } from './database.ts';
import { createForgetting, forgetWrites } from './forgetting.ts';
import { storeFault } from './store-fault.ts';

/** Creates the operations that erase a contact's conversations and clean the database's files. */
export function createErasure(
  database: Database,
  url: string,
): Pick<Store, 'contactConversations' | 'forgetConversations' | 'scrub'> {
  const { call } = database;
  const { contactConversations, forgetConversations } = createForgetting(database);
  return {
    contactConversations,
    forgetConversations: async (input) => {
      const acting = currentActor();
      const entry = acting === null ? null : entryOf(contactErased(input.workspaceId), acting);
      const removed = await forgetConversations(input, { silentMs: null, entry });
      return { ...removed, responses: await forgetWrites(call, input.workspaceId) };
    },
    scrub: async () => {
      await clean(url);
      return "VACUUM freed the removed rows for reuse, and ANALYZE removed them from the statistics. Their bytes stay in PostgreSQL's files, where no query can read them, until they are overwritten (VACUUM FULL overwrites them immediately, but locks the tables while it runs)";
    },
  };
}

/**
 * All tables that name a conversation, or that contain training phrases or unparsable payloads. Each has an empty row.
 * A table that refers to another comes after it.
 */
const tables = {
  conversations: `(workspace_id, conversation_id, profile_id, state) VALUES ($1, '', '', 'closed')`,
  messages: `(workspace_id, conversation_id, message_id, direction, body, sent_at) VALUES ($1, '', '', 'inbound', '', 0)`,
  notifications: `(workspace_id, notification_id, conversation_id, state, verdict, created_at) VALUES ($1, '', '', 'failed', '{}', 0)`,
  writes: `(workspace_id, operation, idempotency_key, input_hash, state, expires_at) VALUES ($1, 'draft', '', '', 'released', 0)`,
  conversation_replies: `(workspace_id, conversation_id, reply, by_name, at) VALUES ($1, '', '', '', 0)`,
  threads: `(workspace_id, conversation_id, connection_id, thread_id, data) VALUES ($1, '', '', '', '{}')`,
  inbox_places: `(workspace_id, conversation_id, profile_id, tab, urgency, since, last_at) VALUES ($1, '', '', 'done', 2, 0, 0)`,
  thread_directory: `(workspace_id, conversation_id) VALUES ($1, '')`,
  early_changes: `(workspace_id, conversation_id, message_id, sent_at) VALUES ($1, '', '', 0)`,
  reply_drafts: `(workspace_id, draft_id, conversation_id, epoch, state, created_at, data) VALUES ($1, '', '', 0, 'superseded', 0, '{}')`,
  outbox: `(workspace_id, outbox_id, conversation_id, connection_id, profile_id, state, change_number, data) VALUES ($1, '', '', '', '', 'sent', 0, '{}')`,
  outbox_claims: `(workspace_id, idempotency_key, input_hash, outbox_id, conversation_id, response, created_at) VALUES ($1, '', '', '', '', '', 0)`,
  page_asks: `(workspace_id, ask_id, slug, at, question, question_hash, revision, is_answered, is_charged, intent, items) VALUES ($1, '', '', 0, '', '', '', false, false, '', '[]')`,
  page_links: `(workspace_id, token_hash, slug, conversation_id, created_at) VALUES ($1, '', '', '', 0)`,
  refused_events: `(workspace_id, refusal_id, connection_id, at, data, payload) VALUES ($1, '', '', 0, '{}', '')`,
  persona_drafts: `(workspace_id, profile_id, version, unpublished, updated_at, updated_by) VALUES ($1, '', 0, 0, 0, '')`,
  taught_phrases: `(workspace_id, profile_id, item_id, kind, text_hash, text, source, state, created_at) VALUES ($1, '', '', 'alias', '', '', 'model', 'suggested', 0)`,
  classifiers: `(workspace_id, profile_id, hash, bytes) VALUES ($1, '', '', '')`,
  persona_changes: `(workspace_id, profile_id, version, at, by_name, action, title) VALUES ($1, '', 0, 0, '', '', '')`,
};

/**
 * Uses a separate connection, because cleaning may take a long time, and because VACUUM cannot run in a transaction.
 */
async function clean(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'understudy',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const table of ['profiles', ...Object.keys(tables)]) {
      await client.query(`VACUUM (INDEX_CLEANUP ON) understudy.${table}`);
    }
    await renewStatistics(client);
    // Removes the statistics' previous contents. Only the database's owner may do this; others get a warning.
    await client.query('VACUUM pg_catalog.pg_statistic');
  } catch (error) {
    throw storeFault(error);
  } finally {
    await client.end();
  }
}

/**
 * Rebuilds the planner's statistics, which contain sample values. ANALYZE rewrites them from the current rows, but
 * skips an empty table. Each table therefore gets a temporary row, in a workspace that nobody can see.
 */
async function renewStatistics(client: pg.Client): Promise<void> {
  const workspace = `erasing_${randomUUID()}`;
  const names = Object.keys(tables);
  await client.query('BEGIN');
  await client.query(`SELECT set_config('understudy.workspace', $1, true)`, [workspace]);
  const parents = {
    workspaces: `(workspace_id, name, plan, status, allowed_origins, created_at) VALUES ($1, '', 'creator', 'inactive', '{}', 0)`,
    profiles: `(workspace_id, profile_id, display_name, status, persona, revision) VALUES ($1, '', '', 'inactive', '{}', '')`,
  };
  for (const [table, row] of Object.entries({ ...parents, ...tables })) {
    await client.query(`INSERT INTO understudy.${table} ${row}`, [workspace]);
  }
  await client.query(`ANALYZE ${names.map((table) => `understudy.${table}`).join(', ')}`);
  for (const table of [...names.toReversed(), 'profiles', 'workspaces']) {
    await client.query(`DELETE FROM understudy.${table} WHERE workspace_id = $1`, [workspace]);
  }
  await client.query('COMMIT');
}
