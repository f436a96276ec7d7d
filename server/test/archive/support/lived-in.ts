import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspaceDocument } from '../../../src/domain/workspace-document.ts';
import { createApiKey } from '../../../src/lib/secrets.ts';
import type { StoreLocation } from '../../../src/store/location.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Place } from '../../cli/support/places.ts';
import { serveInside } from '../../support/service-inside.ts';
import { sampleWorkspace } from '../../support/world.ts';

/** One write with its request and answer. */
export interface SentWrite {
  readonly path: string;
  readonly idempotencyKey: string;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface LivedIn {
  readonly key: string;
  readonly writes: readonly SentWrite[];
}

export const livedIn = 'ws_lived';

/**
 * Data folders of a service that was used for a while, by the number of messages. A worker creates each one once, and
 * each test gets a copy.
 */
const folders = new Map<number, Promise<LivedIn & { readonly dataDir: string }>>();

/**
 * Fills a store with two workspaces that a real service serves for a while: drafts, replays, handoffs, errors, keys,
 * charges, notifications, leases.
 */
export async function liveIn(place: Place, location: StoreLocation, messages = 300): Promise<LivedIn> {
  if (location.kind !== 'sqlite') return liveThere(place, location, messages);
  const lived = folders.get(messages) ?? liveInFolder(messages);
  folders.set(messages, lived);
  const { dataDir, ...world } = await lived;
  cpSync(dataDir, location.dataDir, { recursive: true });
  return world;
}

async function liveInFolder(messages: number): Promise<LivedIn & { readonly dataDir: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-lived-in-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const world = await liveThere({ UNDERSTUDY_DATA_DIR: dataDir }, { kind: 'sqlite', dataDir }, messages);
  return { ...world, dataDir };
}

async function liveThere(place: Place, location: StoreLocation, messages: number): Promise<LivedIn> {
  const store = await openStore(location, { role: 'tool' });
  await store.importDocument(livedInDocument(messages), { forceState: false, dryRun: false });
  const { key, hash } = createApiKey();
  const common = {
    workspaceId: livedIn,
    name: 'Desk',
    scopes: ['persona:read', 'replies:write', 'handoffs:write'],
  } as const;
  await store.createKey({ ...common, keyId: 'key_used', keyHash: hash, lifetimeMs: null, lastFour: key.slice(-4) });
  await store.createKey({
    ...common,
    keyId: 'key_old',
    keyHash: 'a'.repeat(64),
    lifetimeMs: 9_000_000,
    lastFour: 'abcd',
  });
  await store.rotateKey({
    keyId: 'key_old',
    successorId: 'key_new',
    successorHash: 'b'.repeat(64),
    overlapMs: 60_000,
    successorLastFour: 'efgh',
  });
  await store.revokeKey({ keyId: 'key_new' });
  await store.setWebhookSecret({ workspaceId: livedIn, secret: 'whsec_c2VjcmV0' });

  const service = await serveInside({ ...place, UNDERSTUDY_NOTIFICATION_POLL_MS: '100' });
  const writes: SentWrite[] = [];
  try {
    const send = async (path: string, body: Record<string, unknown>, idempotencyKey: string = randomUUID()) => {
      const write = { path, idempotencyKey, body };
      const answer = await sendWrite(service.url, key, write);
      if (answer.status === 200) writes.push({ ...write, text: answer.text });
      return answer;
    };
    const draft = (message: string, conversationId?: string) =>
      send('draft', { profileId: 'prof_aurora', message, ...(conversationId === undefined ? {} : { conversationId }) });
    for (let number = 0; number < 12; number += 1) {
      await draft(`do you ship to Brazil? ${'🌊'.repeat(number)}`, number % 2 === 0 ? 'conv_maya' : undefined);
    }
    const [first] = writes;
    if (first !== undefined) await sendWrite(service.url, key, first);
    await draft('hello', 'conv_nowhere');
    await send('handoff', { conversationId: 'conv_maya', confirm: true, reason: 'ask her “yourself”' });
    await send('handoff', { conversationId: 'conv_0', confirm: true });
  } finally {
    await service.stop();
  }
  await afterwards(location);
  await store.close();
  return { key, writes };
}

/** Sends one write. Resending it gets a replay. */
export async function sendWrite(
  url: string,
  key: string,
  { path, idempotencyKey, body }: Omit<SentWrite, 'text'>,
): Promise<{ status: number; text: string; isReplay: boolean }> {
  const response = await fetch(`${url}/api/v1/agent/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  });
  const isReplay = response.headers.get('idempotency-replayed') === 'true';
  return { status: response.status, text: await response.text(), isReplay };
}

function livedInDocument(messages: number): WorkspaceDocument {
  const sample = sampleWorkspace(livedIn);
  const threads = Array.from({ length: 10 }, (_, thread) => ({
    id: `conv_${thread}`,
    profileId: 'prof_aurora',
    channel: 'instagram',
    contact: { name: `Fan ${thread} Ø`, handle: `@fan${thread}` },
    relationship: { tags: ['regular'], notes: 'likes "mugs" \u2028 and tea' },
    messages: Array.from({ length: Math.ceil(messages / 10) }, (_, number) => ({
      direction: number % 3 === 2 ? ('outbound' as const) : ('inbound' as const),
      body: `message ${number} 🌊 \u2029 "quoted"\nline ${'x'.repeat(number % 200)}`,
      // Several messages have the same time, so their order is the order of their arrival.
      sentAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 4) * 1_000).toISOString(),
    })),
  }));
  return {
    workspaces: [
      { ...sample, conversations: [...(sample.conversations ?? []), ...threads] },
      { ...sampleWorkspace('ws_zoë'), plan: 'creator', monthlyReplies: 7, status: 'inactive' },
    ],
  };
}

/** Adds data that requests alone do not create: charges, an active lease, model usage, a delivery in progress. */
async function afterwards(location: StoreLocation): Promise<void> {
  const store = await openStore(location, { role: 'tool' });
  const monthlyReplies = { creator: 100, studio: 100, agency: 100 };
  for (const source of ['inbox', 'page'] as const) {
    await store.recordUsage({ workspaceId: livedIn, source, externalId: `${source} 1`, monthlyReplies });
  }
  const lease = { workspaceId: livedIn, operation: 'draft', leaseToken: 'lease' } as const;
  const admit = (idempotencyKey: string) =>
    store.admitDraft({
      ...lease,
      idempotencyKey,
      inputHash: 'c'.repeat(64),
      leaseMs: 600_000,
      retentionMs: 86_400_000,
      profileId: 'prof_aurora',
      conversationId: 'conv_1',
      monthlyReplies,
      knownRevision: null,
    });
  await admit('by-a-model');
  const modelUse = {
    outcome: 'used',
    calls: 2,
    readings: 1,
    checks: 1,
    wordings: 0,
    inputTokens: 700,
    outputTokens: 60,
    milliseconds: 900,
  } as const;
  await store.settleDraft({
    ...lease,
    idempotencyKey: 'by-a-model',
    response: '{"ok":true,  "spaced": 1.0}',
    trace: '{"engine":"x"}',
    retentionMs: 86_400_000,
    modelUse,
  });
  await admit('in-work');
  await store.appendMessages({
    workspaceId: livedIn,
    messages: [
      {
        conversationId: 'conv_fed',
        profileId: 'prof_aurora',
        channel: null,
        contact: null,
        messageId: 'fed-1',
        direction: 'inbound',
        senderType: 'contact',
        body: 'fed',
        sentAt: null,
      },
    ],
  });
  await store.close();
}
