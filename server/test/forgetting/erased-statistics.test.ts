import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { repository, runInside } from '../cli/support/understudy.ts';
import { runSql } from '../support/postgres-database.ts';
import { copyMigrated } from '../support/postgres-template.ts';
import { sampleWorkspace } from '../support/world.ts';

const canary = 'kanarienvogel7391';
const workspaceId = 'ws_erased';
const server = inject('postgresUrl');
const everyTableThatNamesAConversation = [
  'conversation_replies',
  'conversations',
  'early_changes',
  'inbox_places',
  'messages',
  'notifications',
  'outbox',
  'outbox_claims',
  'page_asks',
  'page_links',
  'persona_changes',
  'reply_drafts',
  'taught_phrases',
  'thread_directory',
  'threads',
  'writes',
];
/** Unreadable payloads are also removed, because it is unknown whose words they contain. */
const everyTableWithTheirWords = [...everyTableThatNamesAConversation, 'refused_events'].toSorted();
const everyTableThatHoldsWhatOneTaught = ['classifiers', 'persona_drafts', 'profiles'];

test.skipIf(server === null).each([
  { others: 'who has others beside them', isAlone: false },
  { others: 'whose tables are empty afterwards', isAlone: true },
])('the statistics of PostgreSQL quote nothing of an erased person $others', async ({ isAlone }) => {
  const { erase, ask } = await plantedDatabase({ isAlone });
  const quoted = () =>
    ask(`SELECT DISTINCT tablename FROM pg_stats WHERE schemaname = 'understudy'
         AND concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) ~ '${canary}' ORDER BY 1`);
  expect(await quoted()).toEqual(everyTableWithTheirWords);
  await erase();
  expect(await quoted()).toEqual([]);
  expect(await ask(`SELECT workspace_id FROM understudy.workspaces WHERE workspace_id LIKE 'erasing%'`)).toEqual([]);
});

test.skipIf(server === null)(
  "after the manual's additional steps, no file of the PostgreSQL database contains a byte of an erased person",
  async ({ skip }) => {
    const { erase, ask, superuserUrl } = await plantedDatabase({ isAlone: false });
    const [folder = ''] = await ask(`SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database
                                     WHERE datname = current_database()`);
    skip(!existsSync(folder), 'the server that is tested on is on another machine');
    const filesWithThem = async () => {
      await runSql(superuserUrl, ['CHECKPOINT']);
      return readdirSync(folder).filter((name) => contains(join(folder, name)));
    };
    expect((await filesWithThem()).length).toBeGreaterThan(everyTableWithTheirWords.length);
    await erase();
    const manual = readFileSync(join(repository, 'docs/operating.md'), 'utf8');
    const [, steps = ''] = manual.match(/```sql\n(VACUUM FULL[^`]*)```/) ?? [];
    expect(steps.match(/understudy\.\w+/g)?.toSorted()).toEqual(
      [...everyTableWithTheirWords, ...everyTableThatHoldsWhatOneTaught]
        .toSorted()
        .map((table) => `understudy.${table}`),
    );
    await runSql(
      superuserUrl,
      steps.split(';').filter((step) => step.trim() !== ''),
    );
    expect(await filesWithThem()).toEqual([]);
  },
);

test.skipIf(server === null)('an erasure cleans every table of PostgreSQL that names a conversation', async () => {
  const { ask } = await plantedDatabase({ isAlone: true });
  const naming = await ask(`SELECT table_name FROM information_schema.columns
                            WHERE table_schema = 'understudy' AND column_name = 'conversation_id' ORDER BY 1`);
  expect(naming).toEqual(everyTableThatNamesAConversation);
});

/** Creates a database with a person's data in every text column, and with statistics like those of autovacuum. */
async function plantedDatabase({ isAlone }: { isAlone: boolean }) {
  const database = await copyMigrated(server ?? '');
  onTestFinished(() => database.drop());
  const conversations = [1, 2, 3].map((number) => ({
    id: `conv_${canary}_${number}`,
    profileId: 'prof_aurora',
    channel: `${canary} ${number}`,
    contact: { name: canary, handle: canary },
    messages: [1, 2, 3].map((each) => ({
      id: `msg_${canary}_${each}`,
      direction: 'inbound' as const,
      body: `${canary} lives at ${number}-${each}`,
      sentAt: '2026-01-01T10:00:00Z',
    })),
  }));
  const workspace = sampleWorkspace(workspaceId);
  const store = await openStore({ kind: 'postgres', url: database.url, poolSize: 2 }, { role: 'tool' });
  await store
    .importDocument(
      {
        workspaces: [
          { ...workspace, conversations: [...conversations, ...(isAlone ? [] : (workspace.conversations ?? []))] },
        ],
      },
      { forceState: false, dryRun: false },
    )
    .finally(() => store.close());
  const each = `SELECT '${workspaceId}', n, 'conv_${canary}_' || n, '${canary} ' || n FROM generate_series(1, 3) AS n`;
  const from = `FROM (${each}) AS each (workspace, n, conversation, words)`;
  await runSql(database.superuserUrl, [
    `INSERT INTO understudy.conversation_replies SELECT workspace, conversation, words, words, n ${from}`,
    `INSERT INTO understudy.notifications (workspace_id, notification_id, conversation_id, state, verdict, created_at, claim_token)
       SELECT workspace, words, conversation, 'failed', '{}', n, words ${from}`,
    `INSERT INTO understudy.writes (workspace_id, operation, idempotency_key, input_hash, state, expires_at, response, trace, conversation_id)
       SELECT workspace, 'draft', words, words, 'stored', 9e15, words, words, conversation ${from}`,
    `INSERT INTO understudy.persona_changes (workspace_id, profile_id, version, at, by_name, action, title, conversation_id)
       SELECT workspace, 'prof_aurora', 1000 + n, n, '', '', '', conversation ${from}`,
    `INSERT INTO understudy.taught_phrases SELECT workspace, 'prof_aurora', 'f_ship', 'alias', n::text, words, 'inbox', 'accepted', conversation, n ${from}`,
    `INSERT INTO understudy.threads SELECT workspace, conversation, words, words, n, n, words, n, json_build_object('contactId', words) ${from}`,
    `INSERT INTO understudy.thread_directory SELECT workspace, conversation, n, n ${from}`,
    `INSERT INTO understudy.early_changes SELECT workspace, conversation, words, n, words ${from}`,
    `INSERT INTO understudy.reply_drafts
       SELECT workspace, words, conversation, words, n, 'queued', words, n, json_build_object('reply', words) ${from}`,
    `INSERT INTO understudy.outbox
       SELECT workspace, words, conversation, words, 'prof_aurora', 'ready', n, NULL, json_build_object('text', words) ${from}`,
    `INSERT INTO understudy.outbox_claims SELECT workspace, words, words, words, conversation, words, n ${from}`,
    `INSERT INTO understudy.page_asks SELECT workspace, words, words, n, words, words, words, words, false, false, words, '[]', conversation ${from}`,
    `INSERT INTO understudy.page_links SELECT workspace, words, words, conversation, n, words ${from}`,
    `INSERT INTO understudy.refused_events SELECT workspace, n::text, 'con', n, '{}', words ${from}`,
    'ANALYZE',
  ]);
  return {
    superuserUrl: database.superuserUrl,
    async erase() {
      const erased = await runInside(['contacts', 'erase', '-w', workspaceId, '--contact', canary], {
        DATABASE_URL: database.url,
      });
      expect([erased.code, erased.stderr]).toEqual([0, '']);
    },
    /** The first column of a query's result. */
    async ask(query: string): Promise<string[]> {
      const client = new pg.Client(database.superuserUrl);
      await client.connect();
      try {
        return (await client.query({ text: query, rowMode: 'array' })).rows.map(([first]) => String(first));
      } finally {
        await client.end();
      }
    },
  };
}

/** Returns false for a file that PostgreSQL has removed in the meantime. */
function contains(file: string): boolean {
  try {
    return readFileSync(file).includes(canary);
  } catch {
    return false;
  }
}
