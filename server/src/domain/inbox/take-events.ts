import { createId } from '../../lib/ids.ts';
import type { ConnectionRecord } from './connection.ts';
import { type EventResult, type InboxEvent, keyHashesOf } from './event.ts';
import type { EarlyChangeRow } from './rows.ts';
import type { InboxChanges, InboxSnapshot, ThreadSnapshot } from './snapshot.ts';
import { takeEvent } from './take-event.ts';
import { reconcile } from './thread-rules.ts';
import { openThread, type ThreadWork } from './thread-work.ts';

/**
 * Processes events in order. Each event is stored at most once, and its effect on drafts is part of the same commit.
 */
export function takeEvents(
  snapshot: InboxSnapshot,
  connection: ConnectionRecord,
  input: { readonly events: readonly InboxEvent[]; readonly retentionMs: number | null },
  changes: InboxChanges,
): { readonly results: EventResult[]; readonly isActive: boolean; readonly hasEcho: boolean } {
  const known = new Set(snapshot.knownKeys);
  const works = new Map<string, ThreadWork>();
  const early = new Map<string, EarlyChangeRow[]>();
  let hasEcho = false;

  function workOf(event: InboxEvent): ThreadWork {
    const opened = works.get(event.threadId);
    if (opened !== undefined) return opened;
    const stored = snapshot.threads.find(({ thread }) => thread?.threadId === event.threadId);
    const work = openOrCreate(stored, event, connection, snapshot);
    early.set(event.threadId, [...(stored?.early ?? [])]);
    works.set(event.threadId, work);
    return work;
  }

  const results = input.events.map((event): EventResult => {
    const hashes = keyHashesOf(connection.connectionId, event);
    if (hashes.some((hash) => known.has(hash))) return { id: event.id, outcome: 'duplicate' };
    const sentAt = Math.min(Date.parse(event.sentAt), snapshot.now);
    if (input.retentionMs !== null && sentAt < snapshot.now - input.retentionMs)
      return { id: event.id, outcome: 'refused' };
    for (const keyHash of hashes) {
      known.add(keyHash);
      changes.keys.push({ connectionId: connection.connectionId, keyHash });
    }
    if (event.type === 'message.sent') hasEcho = true;
    const work = workOf(event);
    const changesBefore = early.get(event.threadId) ?? [];
    const taken = takeEvent(work, event, sentAt, changesBefore, changes);
    return { id: event.id, outcome: taken };
  });
  for (const work of works.values()) work.write(changes);
  return { results, isActive: results.some(({ outcome }) => outcome === 'stored' || outcome === 'history'), hasEcho };
}

function openOrCreate(
  stored: ThreadSnapshot | undefined,
  event: InboxEvent,
  connection: ConnectionRecord,
  { now, workspace }: InboxSnapshot,
): ThreadWork {
  const hasWebhook = workspace?.hasWebhook ?? false;
  if (stored?.conversation != null) {
    const work = openThread({ ...stored, conversation: stored.conversation }, { now, connection, hasWebhook });
    reconcile(work);
    return work;
  }
  const conversationId = createId('conv');
  const { connectionId, profileId, channel } = connection;
  const conversation = { conversationId, profileId, state: 'open', channel, contact: null, epoch: 0 } as const;
  const thread = {
    conversationId,
    connectionId,
    threadId: event.threadId,
    wakeAt: null,
    lockedUntil: null,
    held: null,
    heldAt: null,
    contactId: null,
    epoch: 0,
    firstChangeAt: null,
    newestChangeAt: null,
    judgedEpoch: null,
    answeredTo: null,
    releasedAt: null,
  };
  const empty = { relationship: null, messages: [], named: [], early: [], drafts: [], outbox: [], claim: null };
  const rest = { recordedReply: null, lastUrgency: null, draftsInLastHour: 0 };
  return openThread({ conversation, thread, ...empty, ...rest }, { now, connection, hasWebhook, isNew: true });
}
