import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { createTestDatabase } from '../support/postgres-database.ts';

const server = inject('postgresUrl');

/** Calls that must use an index in a large database. Names with `$` are filled in for each call. */
const hotCalls = {
  authenticate: `authenticate('[{"kind":"key","hash":"hash-77","address":"192.0.2.1","isRecentlyVerified":false,"origin":null,
    "failuresPerMinute":20,"requestsPerMinute":{"creator":60000,"studio":60000,"agency":60000}},
    {"kind":"mistyped","address":"192.0.2.$N","isRecentlyVerified":false,"origin":null,"failuresPerMinute":20000,"requestsPerMinute":{}}]')`,
  touchKeys: `touch_keys('[{"workspaceId":"ws_77","keyId":"key","lastUsedAt":1,"requests":1}]')`,
  revokeKey: `revoke_key('unknown')`,
  admitDraft: `admit_draft('ws_1', 'new-$N', 'hash', 'token', 30000, 86400000, 'prof', 'conv_1', '{"agency":1000000000}', NULL)`,
  admitAtTheLimit: `admit_draft('ws_1', 'late-$N', 'hash', 'token', 30000, 86400000, 'prof', NULL, '{"agency":0}', NULL)`,
  prepareDrafts: `prepare_drafts('[{"workspace":"ws_1","key":"new-$N","profile":"prof","conversation":"conv_1","monthly_replies":{"agency":1000000000}},
    {"workspace":"ws_2","key":"stored-$N","profile":"prof","monthly_replies":{"agency":1000000000}}]')`,
  storeDrafts: `store_drafts('[{"workspace":"ws_1","conversations":["conv_3"],"monthly_replies":{"agency":1000000000},"drafts":[{"key":"once-$N",
    "hash":"h","profile":"prof","conversation":"conv_3","response":"{\\"decision\\":{\\"riskLevel\\":\\"review\\"}}","trace":"{}","retention_ms":1000,"intent":"a","risk_level":"safe","epoch":0}]}]')`,
  storeAtTheLimit: `store_drafts('[{"workspace":"ws_1","conversations":[],"monthly_replies":{"agency":0},"drafts":[{"key":"none-$N",
    "hash":"h","profile":"prof","response":"{}","trace":"{}","retention_ms":1000,"intent":"a","risk_level":"safe"}]}]')`,
  storeDraft: `store_draft('ws_1', 'one-$N', 'hash', 'token', 1000, 'prof', 'conv_1', '{"agency":1000000000}', '{}', '{}',
    '{"intent":"a","riskLevel":"safe"}')`,
  replay: `admit_draft('ws_1', 'stored-$N', 'hash', 'token', 30000, 86400000, 'prof', NULL, '{"agency":1000000000}', NULL)`,
  settleDraft: `settle_draft('ws_1', 'leased-$N', 'token', '{}', '{}', 86400000)`,
  renewLease: `renew_lease('ws_1', 'draft', 'leased-10$N', 'token', 30000)`,
  releaseWrite: `release_write('ws_1', 'draft', 'leased-10$N', 'token')`,
  draftTrace: `draft_trace('ws_1', 'stored-$N')`,
  admitHandoff: `admit_handoff('ws_1', 'handoff-$N', 'hash', 'token', 30000, 86400000, 'conv_1')`,
  settleHandoff: `settle_handoff('ws_1', 'handoff-$N', 'token', 'conv_1', 'ntf-$N', '{}', '{}', 86400000)`,
  readProfile: `read_profile('ws_1', 'prof')`,
  readUsage: `read_usage('ws_1', '{"agency":1000000000}')`,
  recordUsage: `record_usage('ws_1', 'inbox', 'mail-$N', '{"agency":1000000000}')`,
  listConversations: `list_conversations('ws_1', NULL, 20)`,
  listAwaiting: `list_conversations('ws_1', 'awaiting_owner', 20)`,
  setConversationState: `set_conversation_state('ws_1', 'conv_$N', 'close')`,
  appendMessages: `append_messages('ws_1', '[{"conversationId":"conv_$N","profileId":null,"messageId":"fed","direction":"inbound","body":"x"}]')`,
  importConversations: `import_conversations('ws_1', '[{"id":"conv_$N","profileId":"prof"},{"id":"conv_1","profileId":"prof","isContinued":true}]',
    '[{"conversationId":"conv_1","messageId":"m_3","direction":"outbound","body":"text","sentAt":3},
      {"conversationId":"conv_1","messageId":"news-$N","direction":"outbound","body":"text","sentAt":3}]', false)`,
  exportMessages: `export_messages('ws_1', 'conv_1', 100, 100, 10)`,
  exportConversations: `export_conversations('ws_1', 'conv_5', 10)`,
  listNotifications: `list_notifications('ws_1', 20)`,
  dueWorkspaces: 'due_workspaces(10)',
  claimNotifications: `claim_notifications('ws_1', 4, 30000)`,
  purge: `purge('ws_3', 100)`,
  settleNotification: `settle_notification('ws_1', 'ntf_$N', 'token', '{}', 'retry', 1000)`,
  settleCounted: `settle_draft('ws_1', 'leased-2$N', 'token', '{}', '{}', 86400000, NULL, '{"intent":"shipping","riskLevel":"safe"}')`,
  useSession: `use_session('hash', 'ws_1', 1000)`,
  readPulse: `read_pulse('ws_1')`,
  reviewQueue: `review_queue('ws_1', 20)`,
  inboxPage: `inbox_page('ws_1', '{"tab":"proposals","order":"newest","offset":0,"limit":50}')`,
  inboxWaiting: `inbox_page('ws_1', '{"tab":"waiting","order":"urgency","offset":50,"limit":50}')`,
  readThread: `read_thread('ws_1', 'conv_$N', 100)`,
  recentThreads: `recent_threads('ws_1', 'prof', 20)`,
  readActivity: `read_activity('ws_1', 30)`,
  readClassifier: `read_classifier('ws_1', 'prof')`,
  keepClassifier: `keep_classifier('ws_1', 'prof', 'hash-$N', 'AAAA')`,
  fansPhrases: `list_taught_phrases('ws_1', 'prof', true)`,
  suggestPhrases: `suggest_phrases('ws_1', 'prof', '[{"itemId":"f","kind":"alias","textHash":"$N","text":"new $N","source":"inbox",
    "conversationId":"conv_$N"}]', 40000)`,
  settlePhrases: `settle_phrases('ws_1', 'prof', '[{"itemId":"f","kind":"alias","textHash":"hash-$N"}]', true)`,
  wordsOfConversations: `words_of_conversations('ws_1', '{conv_1,conv_$N}')`,
  forgetPhrases: `forget_phrases('ws_1', 'prof', '{conv_$N}')`,
  saveReply: `save_reply('ws_1', 'conv_$N', 'reply', 'somebody')`,
  loadInbox: `load_inbox('ws_1', '{"connectionIds":["con"],"threadIds":["t_conv_1","t_conv_2","new"],"keyHashes":["hash-$N","new-$N"],
    "namedMessages":[{"messageId":"m_3","threadId":"t_conv_1"}],"messagesOfThreads":["t_conv_2"]}', 80)`,
  saveInbox: `save_inbox('ws_1', '{"conversations":[{"conversationId":"conv_1","profileId":"prof","state":"open","channel":null,"contact":{},
    "epoch":1,"newMessages":1,"lastMessageAt":1}],"messages":[{"conversationId":"conv_1","messageId":"in-$N","direction":"inbound","body":"x",
    "sentAt":1,"attachments":[],"change":{"kind":"new"}}],"threads":[{"conversationId":"conv_1","connectionId":"con","threadId":"t_conv_1",
    "wakeAt":1,"data":{"epoch":0}},{"conversationId":"conv_2","connectionId":"con","threadId":"t_conv_2","data":{"epoch":0}}],
    "keys":[{"connectionId":"con","keyHash":"in-$N"}],"notifications":[]}')`,
};

describe.skipIf(server === null)('every hot query on PostgreSQL', () => {
  test.for(['fresh from an import, without statistics', 'with statistics'])(
    'uses an index in a large database %s',
    async (state, { skip }) => {
      const { client, plansOf, canExplain } = await openDatabase();
      await client.query(largeData);
      if (!canExplain) skip('this server has no auto_explain');
      if (state === 'with statistics') await client.query('ANALYZE');
      expect(await badPlans(plansOf)).toEqual([]);
    },
  );

  test('uses an index a few seconds after the tables have grown, even if its plan was made for empty tables', async ({
    skip,
  }) => {
    const { database, client, plansOf, canExplain } = await openDatabase();
    if (!canExplain) skip('this server has no auto_explain');
    for (const call of Object.values(hotCalls)) {
      for (let number = 1; number <= 8; number += 1) {
        await client.query('BEGIN');
        // A call may fail on rows that do not exist. The plans before that remain.
        await plansOf(call.replaceAll('$N', String(number))).catch(() => []);
        await client.query('ROLLBACK');
      }
    }
    await client.query(largeData);
    const store = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'serve' });
    onTestFinished(() => store.close());
    await expect.poll(() => unanalyzed(client)).toEqual([]);
    expect(await badPlans(plansOf)).toEqual([]);
  });

  test('a grown table that another session keeps locked does not keep others from new statistics', async () => {
    const { database, client } = await openDatabase();
    await client.query(largeData);
    const other = new pg.Client(database.superuserUrl);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN; LOCK TABLE understudy.writes IN SHARE UPDATE EXCLUSIVE MODE');
    const store = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'serve' });
    onTestFinished(() => store.close());
    await expect.poll(() => unanalyzed(client)).toEqual(['writes']);
    await other.query('ROLLBACK');
    await expect.poll(() => unanalyzed(client)).toEqual([]);
  });
});

/** Makes each hot call eight times, and returns the plans that read more rows than they need. */
async function badPlans(plansOf: (call: string) => Promise<string[]>): Promise<string[]> {
  const bad: string[] = [];
  let plans = 0;
  for (const [name, call] of Object.entries(hotCalls)) {
    // After five calls, PostgreSQL may use a plan that does not depend on the values.
    for (let number = 1; number <= 8; number += 1) {
      for (const plan of await plansOf(call.replaceAll('$N', String(number)))) {
        plans += 1;
        if (/Seq Scan on (?!pg_)/.test(plan) || hasWideFilter(plan) || readsWholeInbox(plan))
          bad.push(`${name}, call ${number}:\n${plan}`);
      }
    }
  }
  expect(plans).toBeGreaterThan(500);
  return bad;
}

/** Returns the names of the tables with more than 20 pages that were never analyzed. */
async function unanalyzed(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(`SELECT relname FROM pg_class
    WHERE relnamespace = 'understudy'::regnamespace AND relkind = 'r' AND reltuples < 0 AND pg_relation_size(oid) > 20 * 8192`);
  return rows.map(({ relname }) => relname);
}

/** Returns true if a scan discards many rows. An index scan that does so does not count as using the index. */
function hasWideFilter(plan: string): boolean {
  return [...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].some(([, rows]) => Number(rows) > 50);
}

/**
 * Returns true if a scan reads many rows of a connection, a workspace or a conversation. An inbox step must read only
 * the rows that it names, and a draft must not read its conversation's earlier drafts.
 */
function readsWholeInbox(plan: string): boolean {
  const scans = plan.matchAll(
    /Scan[^\n]* on (?:event_keys|threads|thread_directory|reply_drafts)\b[^\n]*actual time=\S+ rows=(\d+)/g,
  );
  return [...scans].some(([, rows]) => Number(rows) > 50);
}

async function openDatabase() {
  const database = await createTestDatabase(server ?? '');
  const store = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'tool' });
  await store.close();
  const client = new pg.Client(database.superuserUrl);
  const plans: string[] = [];
  client.on('notice', ({ message }) => {
    if (message?.includes('plan:')) plans.push(message);
  });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const canExplain = await client.query(explanations).then(
    () => true,
    () => false,
  );
  const plansOf = async (call: string) => {
    plans.length = 0;
    await client.query(`SELECT understudy.${call}`);
    return [...plans];
  };
  return { database, client, plansOf, canExplain };
}

const explanations = `
  LOAD 'auto_explain';
  SET auto_explain.log_min_duration = 0;
  SET auto_explain.log_analyze = on;
  SET auto_explain.log_nested_statements = on;
  SET auto_explain.log_level = 'notice'`;

/** One large workspace among 500. */
const largeData = `
  SET search_path = understudy;
  INSERT INTO workspace_directory SELECT 'ws_' || i, CASE WHEN i % 50 = 0 THEN 1 END FROM generate_series(1, 500) i;
  INSERT INTO workspaces SELECT 'ws_' || i, 'name', 'agency', 'active', NULL, '{}', NULL, NULL, 0 FROM generate_series(1, 500) i;
  INSERT INTO keys (workspace_id, key_id, name, scopes, created_at) SELECT 'ws_' || i, 'key', 'name', '{}', 0 FROM generate_series(1, 500) i;
  INSERT INTO key_windows SELECT 'ws_' || i, 'key', ROW('{1}', '{1}', 1)::request_window FROM generate_series(1, 500) i;
  INSERT INTO key_directory SELECT 'hash-' || i, 'ws_' || i, CASE WHEN i = 77 THEN 'key' ELSE 'key-' || i END FROM generate_series(1, 500) i;
  INSERT INTO address_windows SELECT '198.51.' || i / 250 || '.' || i % 250, ROW('{1}', '{1}', 1)::request_window, 1 FROM generate_series(1, 5000) i;
  INSERT INTO profiles SELECT 'ws_' || i, 'prof', 'name', 'active', '{}', 'r' FROM generate_series(1, 500) i;
  INSERT INTO conversations SELECT 'ws_' || 1 + i % 2, 'conv_' || i, 'prof', NULL, NULL, NULL,
    CASE WHEN i % 200 = 0 THEN 'awaiting_owner' ELSE 'open' END, 0, i FROM generate_series(1, 10000) i;
  INSERT INTO conversations SELECT 'ws_1', 'conv_' || i, 'prof', NULL, NULL, NULL, 'open', 0, i FROM generate_series(1, 9, 2) i;
  INSERT INTO inbox_places SELECT workspace_id, conversation_id, profile_id, NULL,
    CASE state WHEN 'awaiting_owner' THEN 'waiting' ELSE 'proposals' END, 2, last_message_at, last_message_at FROM conversations;
  INSERT INTO messages (workspace_id, conversation_id, message_id, direction, body, sent_at)
    SELECT 'ws_1', 'conv_' || 1 + i % 3, 'm_' || i, CASE WHEN i % 1000 = 0 THEN 'inbound' ELSE 'outbound' END, 'text', i FROM generate_series(1, 30000) i;
  INSERT INTO writes SELECT 'ws_1', 'draft', 'stored-' || i, 'hash', 'stored', 'token', NULL, NULL, 9000000000000 - i, '{}', '{}' FROM generate_series(1, 20000) i;
  INSERT INTO writes SELECT 'ws_1', 'draft', 'leased-' || i, 'hash', 'leased', 'token', 9000000000000 + i, '2026-01', 9000000000000, NULL, NULL
    FROM generate_series(1, 3000) i;
  INSERT INTO usage (workspace_id, period, api) SELECT 'ws_' || i, '2026-0' || m, 5000 FROM generate_series(1, 500) i, generate_series(1, 9) m;
  INSERT INTO external_charges SELECT 'ws_1', 'inbox', 'id-' || i, '2026-01' FROM generate_series(1, 5000) i;
  INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, verdict, created_at, due_at)
    SELECT 'ws_1', 'ntf_' || i, 'conv_1', CASE WHEN i % 500 = 0 THEN 'queued' ELSE 'delivered' END, '{}', i, CASE WHEN i % 500 = 0 THEN i END
    FROM generate_series(1, 10000) i;
  INSERT INTO classifiers SELECT 'ws_' || i, 'prof', 'hash', '' FROM generate_series(1, 500) i;
  INSERT INTO taught_phrases SELECT 'ws_1', 'prof', 'f', 'alias', 'hash-' || i, 'text ' || i, CASE WHEN i % 500 = 0 THEN 'inbox' ELSE 'model' END,
    'suggested', CASE WHEN i % 500 = 0 THEN 'conv_' || i / 500 END, i FROM generate_series(1, 20000) i;
  INSERT INTO connections (workspace_id, connection_id, profile_id, kind, settings, state, created_at)
    VALUES ('ws_1', 'con', 'prof', 'generic', '{}', 'active', 0);
  INSERT INTO threads SELECT workspace_id, conversation_id, 'con', 't_' || conversation_id, NULL, NULL, NULL, NULL, '{"epoch":0}'
    FROM conversations WHERE workspace_id = 'ws_1';
  INSERT INTO thread_directory SELECT workspace_id, conversation_id, 1, NULL FROM threads;
  INSERT INTO reply_drafts (workspace_id, draft_id, conversation_id, epoch, state, created_at, data)
    SELECT 'ws_1', 'draft-' || i, CASE WHEN i <= 3000 THEN 'conv_3' ELSE 'conv_' || 2 * (i - 3000) END, 1, 'superseded', i, '{"riskLevel":"safe","requiresCreator":false,"reply":"x"}'
    FROM generate_series(1, 8000) i;
  INSERT INTO event_keys SELECT 'ws_1', 'con', 'hash-' || i, i FROM generate_series(1, 20000) i;
  RESET search_path`;
