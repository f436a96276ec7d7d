import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { livedIn, liveIn, sendWrite } from '../archive/support/lived-in.ts';
import { wholeText } from '../archive/support/raw-tables.ts';
import { freshFolder, type Place } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { copyMigrated } from '../support/postgres-template.ts';
import { serveInside } from '../support/service-inside.ts';

const canary = 'kanarienvogel7391';
const monthlyReplies = { creator: 1_000, studio: 1_000, agency: 1_000 };

interface Ground {
  readonly place: Place;
  readonly location: StoreLocation;
  /**
   * Returns everything that the store contains as one text: all values in all tables, or the bytes of a data folder.
   */
  contents(): Promise<string>;
}

test('a person is erased while the service runs: no table and no byte of the data folder contains anything about them (SQLite)', async () => {
  const dataDir = join(freshFolder(), 'data');
  await expectErasure({
    place: { UNDERSTUDY_DATA_DIR: dataDir },
    location: { kind: 'sqlite', dataDir },
    contents: async () => fileTexts(dataDir) + tableTexts(dataDir),
  });
});

const server = inject('postgresUrl');
test.skipIf(server === null)(
  'a person is erased while the service runs: no table contains anything about them (PostgreSQL)',
  async () => {
    const database = await copyMigrated(server ?? '');
    onTestFinished(() => database.drop());
    await expectErasure({
      place: { DATABASE_URL: database.url },
      location: { kind: 'postgres', url: database.url, poolSize: 2 },
      contents: () => wholeText(database.superuserUrl),
    });
  },
);

async function expectErasure({ place, location, contents }: Ground): Promise<void> {
  const world = await liveIn(place, location, 200);
  const service = await serveInside(place);
  onTestFinished(async () => void (await service.stop()));
  const store = await openStore(location, { role: 'tool' });
  onTestFinished(() => store.close());
  await plant(store);
  const draft = (idempotencyKey: string, conversationId: string) =>
    sendWrite(service.url, world.key, {
      path: 'draft',
      idempotencyKey,
      body: { profileId: 'prof_aurora', message: `${canary} wants a mug`, conversationId },
    });
  expect((await draft(`${canary}-draft`, `conv_${canary}`)).status).toBe(200);
  const handoff = { conversationId: `conv_${canary}`, confirm: true, reason: `${canary} asked for a call` };
  const handedOff = { path: 'handoff', idempotencyKey: `${canary}-handoff`, body: handoff };
  expect((await sendWrite(service.url, world.key, handedOff)).status).toBe(200);
  expect((await sendWrite(service.url, world.key, handedOff)).isReplay).toBe(true);
  const inWork = await admit(store);
  expect(occurrences(await contents())).toBeGreaterThan(20);
  const before = await store.usage({ workspaceId: livedIn, monthlyReplies });

  const who = ['contacts', 'erase', '-w', livedIn, '--contact', canary.toUpperCase(), '--json'];
  const rehearsed = await runInside([...who, '--dry-run'], place);
  expect(rehearsed.json()).toMatchObject({
    dryRun: true,
    removed: null,
    conversations: [
      { messages: 3_001, phrases: 2 },
      { messages: 1, phrases: 1 },
    ],
  });
  const startedAt = performance.now();
  const erased = await runInside(who, place);
  const tookMs = Math.round(performance.now() - startedAt);
  expect([erased.code, erased.stderr]).toEqual([0, '']);
  expect(erased.json().removed).toMatchObject({ conversations: 2, messages: 3_002, notifications: 1, phrases: 3 });

  expect(erased.json().removed.responses).toBeGreaterThanOrEqual(3);
  const left = await contents();
  expect(left.split('\n').filter((line) => line.includes(canary))).toEqual([]);
  // Work in progress finishes too late, and restores nothing.
  expect(await store.settleDraft({ ...inWork, response: canary, trace: canary, retentionMs: 60_000 })).toMatchObject({
    outcome: 'lost',
  });
  expect(occurrences(await contents())).toBe(0);
  expect((await draft('again-after', `conv_${canary}`)).status).toBe(404);
  const after = await store.usage({ workspaceId: livedIn, monthlyReplies });
  expect(after).toEqual({
    ...before,
    used: (before?.used ?? 0) - 1,
    totals: { ...before?.totals, drafts: (before?.totals.drafts ?? 0) - 1 },
    bySource: { ...before?.bySource, api: (before?.bySource.api ?? 0) - 1 },
  });
  const again = await runInside(who, place);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/has no conversation of a contact .* also cleaned from the files/),
  ]);
  expect((await draft('of-others', 'conv_maya')).status).toBe(200);
  process.stdout.write(`${location.kind}: erased in ${tookMs} ms\n`);
}

/**
 * Adds two conversations with the person: name, handle, messages (more than one step removes), notes, and texts by the
 * creator.
 */
async function plant(store: Store): Promise<void> {
  const contact = { name: `Ms ${canary}`, handle: `@${canary[0]?.toUpperCase()}${canary.slice(1)}` };
  const conversation = { profileId: 'prof_aurora', contact, relationship: { notes: canary, tags: [canary] } };
  const messages = Array.from({ length: 3_000 }, (_, number) => ({
    direction: 'inbound' as const,
    body: `${canary} ${number} ${'x'.repeat(number % 300)}`,
    sentAt: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
  }));
  const one = { id: `conv_${canary}`, ...conversation, messages };
  const other = { id: 'conv_of_theirs', ...conversation, channel: 'telegram', messages: messages.slice(0, 1) };
  const workspace = { id: livedIn, name: 'Aurora Lane', plan: 'agency' as const, conversations: [one, other] };
  await store.importDocument({ workspaces: [workspace] }, { forceState: false, dryRun: false });
  const append = { conversationId: `conv_${canary}`, profileId: null, channel: null, contact: null, senderType: null };
  await store.appendMessages({
    workspaceId: livedIn,
    messages: [{ ...append, messageId: canary, direction: 'outbound', body: canary, sentAt: null }],
  });
  await teach(store);
}

/**
 * Adds the person's question as a training phrase: live, in the draft, in the history and in the classifier. Suggests
 * another question.
 */
async function teach(store: Store): Promise<void> {
  const place = { workspaceId: livedIn, profileId: 'prof_aurora' };
  const live = await store.personaDraft(place);
  if (live === null) throw new Error('there is no such profile');
  const { published, publishedRevision } = live;
  const [first, ...facts] = published.facts ?? [];
  if (first === undefined) throw new Error('the persona has no fact');
  const item = { ...first, aliases: [...(first.aliases ?? []), `${canary} asks`], nearMisses: [`${canary} wonders`] };
  const persona = { ...published, facts: [item, ...facts] };
  const what = { accountId: null, by: 'Ada', itemKind: 'fact', itemId: item.id, title: 'A fact' } as const;
  const change = { ...what, action: 'change', before: null, after: JSON.stringify(item) } as const;
  const conversationId = `conv_${canary}`;
  await store.publishDraft({
    ...place,
    version: 0,
    publishedRevision,
    persona,
    revision: 'taught',
    change: { ...change, conversationId },
  });
  await store.saveDraft({
    ...place,
    version: 1,
    draft: { ...persona, about: 'Draft.' },
    baseRevision: 'taught',
    unpublished: 1,
    change: { ...change, before: JSON.stringify(persona), conversationId: null },
  });
  const of = { itemId: item.id, source: 'inbox', conversationId } as const;
  const accepted = [
    { ...of, kind: 'alias' as const, text: `${canary} asks` },
    { ...of, kind: 'near_miss' as const, text: `${canary} wonders` },
  ];
  const suggested = { ...of, kind: 'alias' as const, text: `${canary} hopes`, conversationId: 'conv_of_theirs' };
  expect(await store.suggestPhrases({ ...place, phrases: [...accepted, suggested] })).toBe(3);
  await store.settlePhrases({ ...place, phrases: accepted, outcome: 'accepted' });
  await store.keepClassifier({ ...place, hash: canary, bytes: Buffer.from(canary.repeat(5_000)) });
}

async function admit(store: Store) {
  const lease = {
    workspaceId: livedIn,
    operation: 'draft',
    idempotencyKey: `${canary}-in-work`,
    leaseToken: 'l',
  } as const;
  const admitted = await store.admitDraft({
    ...lease,
    inputHash: 'd'.repeat(64),
    leaseMs: 60_000,
    retentionMs: 60_000,
    profileId: 'prof_aurora',
    conversationId: `conv_${canary}`,
    monthlyReplies,
    knownRevision: null,
  });
  expect(admitted.outcome).toBe('admitted');
  return lease;
}

function occurrences(text: string): number {
  return text.split(canary).length - 1;
}

/** Returns the raw bytes of the data folder's database files as text. */
function fileTexts(dataDir: string): string {
  return ['understudy.db', 'understudy.db-wal'].map((name) => readFileSync(join(dataDir, name), 'latin1')).join('\n');
}

function tableTexts(dataDir: string): string {
  const db = new DatabaseSync(join(dataDir, 'understudy.db'), { readOnly: true });
  try {
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
    return tables
      .flatMap(({ name }) => db.prepare(`SELECT * FROM "${String(name)}"`).all())
      .map((row) => JSON.stringify(row))
      .join('\n');
  } finally {
    db.close();
  }
}
