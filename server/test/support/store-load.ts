import { once } from 'node:events';
import { createId } from '../../src/lib/ids.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import type { AppendedMessage } from '../../src/store/workspace-port.ts';
import { issueKey, requestWith } from '../store/contract/api-keys.ts';
import { importEntries } from '../store/contract/open-workspaces.ts';
import { workspaceEntry } from '../store/contract/workspace-entry.ts';
import {
  draftLease,
  draftSettlement,
  draftWrite,
  handoffSettlement,
  handoffWrite,
  optimisticDraft,
  replies,
} from '../store/contract/writes.ts';

/** The results of one process. All processes use the same idempotency keys, so that their writes collide. */
export interface LoadReport {
  readonly operations: number;
  /** `workspace/key` of every draft and handoff that this process stored. */
  readonly drafts: string[];
  readonly handoffs: string[];
  readonly charges: string[];
  readonly appended: number;
  readonly errors: string[];
}

export const loadWorkspaces = ['ws_a', 'ws_b', 'ws_c'];
export const loadLimit = 900;
/** A slow machine works for longer. */
const leastOperations = 200;

/**
 * Runs `store-load.ts URL CALLERS MILLISECONDS` as a process, which puts every operation of the store port under load
 * and prints its report.
 */
async function main([url = '', callers = '', durationMs = '']: string[]): Promise<void> {
  const store = await openStore({ kind: 'postgres', url, poolSize: 16 }, { role: 'serve' });
  const report: LoadReport & { operations: number; appended: number } = {
    operations: 0,
    drafts: [],
    handoffs: [],
    charges: [],
    appended: 0,
    errors: [],
  };
  const endsAt = performance.now() + Number(durationMs);
  const { hash } = await issueKey(store, { workspaceId: 'ws_a' });
  await Promise.all(
    Array.from({ length: Number(callers) }, async () => {
      while (performance.now() < endsAt || report.operations < leastOperations) {
        try {
          await anyOperation(store, hash, report);
        } catch (error) {
          report.errors.push(String(error));
        }
        report.operations += 1;
      }
    }),
  );
  await store.close();
  if (!process.stdout.write(JSON.stringify(report))) await once(process.stdout, 'drain');
}

async function anyOperation(store: Store, hash: string, report: LoadReport & { appended: number }): Promise<void> {
  const workspaceId = oneOf(loadWorkspaces);
  const idempotencyKey = `key-${Math.floor(Math.random() * 1_500)}`;
  const conversationId = `conv_${Math.floor(Math.random() * 6)}`;
  const monthlyReplies = replies(loadLimit);
  const kind = Math.random();
  if (kind < 0.5) {
    const stored = () => report.drafts.push(`${workspaceId}/${idempotencyKey}`);
    if (Math.random() < 0.5) {
      const draft = optimisticDraft({ workspaceId, idempotencyKey, monthlyReplies, conversationId });
      if (Math.random() < 0.5) await store.prepareDraft({ ...draft, knownRevision: null });
      if ((await store.storeDraft(draft)).outcome === 'stored') stored();
      return;
    }
    const write = draftWrite({ workspaceId, idempotencyKey, monthlyReplies, leaseMs: 40, conversationId });
    if ((await store.admitDraft(write)).outcome !== 'admitted') return;
    const fate = Math.random();
    if (fate < 0.1) await store.releaseWrite(draftLease(write));
    else if (fate < 0.2) await store.renewLease({ ...draftLease(write), leaseMs: 50 });
    else if ((await store.settleDraft(draftSettlement(write))).outcome === 'stored') stored();
  } else if (kind < 0.65) {
    const write = handoffWrite({ workspaceId, idempotencyKey, leaseMs: 40, conversationId });
    if ((await store.admitHandoff(write)).outcome !== 'admitted') return;
    const { outcome } = await store.settleHandoff(handoffSettlement(write));
    if (outcome === 'stored') report.handoffs.push(`${workspaceId}/${idempotencyKey}`);
  } else if (kind < 0.7) {
    const input = { workspaceId, source: 'inbox', externalId: idempotencyKey, monthlyReplies } as const;
    if ((await store.recordUsage(input)).outcome === 'charged') report.charges.push(`${workspaceId}/${idempotencyKey}`);
  } else if (kind < 0.8) {
    await store.authenticate(requestWith(Math.random() < 0.5 ? hash : createId('unknown')));
  } else if (kind < 0.88) {
    const outcomes = await store.appendMessages({ workspaceId, messages: [message(), message(), message()] });
    report.appended += outcomes.filter((outcome) => outcome === 'appended').length;
  } else if (kind < 0.92) {
    for (const { notificationId, claimToken } of await store.claimNotifications({
      workspaceId,
      limit: 3,
      claimMs: 60_000,
    })) {
      await store.settleNotification({
        workspaceId,
        notificationId,
        claimToken,
        channels: {},
        result: { kind: 'delivered' },
      });
    }
  } else if (kind < 0.922) {
    await importEntries(store, ...loadWorkspaces.map(loadEntry).toSorted(() => Math.random() - 0.5));
  } else if (kind < 0.95) {
    await store.setConversationState({ workspaceId, conversationId, action: oneOf(['resolve', 'close']) });
  } else if (kind < 0.96) {
    await store.purge();
  } else if (kind < 0.998) {
    await store.usage({ workspaceId, monthlyReplies });
  } else {
    await store.exportWorkspace({ workspaceId });
  }
}

export function loadEntry(id: string) {
  const profiles = workspaceEntry().profiles ?? [];
  const conversations = Array.from({ length: 6 }, (_, index) => ({
    id: `conv_${index}`,
    profileId: 'prof_aurora',
    messages: [{ direction: 'inbound' as const, body: 'hello', sentAt: '2026-01-01T00:00:00Z' }],
  })).toSorted(() => Math.random() - 0.5);
  return workspaceEntry({ id, profiles, conversations });
}

function message(): AppendedMessage {
  return {
    conversationId: `conv_${Math.floor(Math.random() * 9)}`,
    profileId: 'prof_aurora',
    channel: null,
    contact: null,
    messageId: null,
    direction: 'inbound',
    senderType: null,
    body: createId('body'),
    sentAt: null,
  };
}

function oneOf<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

if (import.meta.main) await main(process.argv.slice(2));
