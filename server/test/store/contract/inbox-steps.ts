import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionRecord } from '../../../src/domain/inbox/connection.ts';
import type { EventResult, InboxEvent } from '../../../src/domain/inbox/event.ts';
import type { Drafted } from '../../../src/domain/inbox/settle-thread.ts';
import type { StepAnswer } from '../../../src/domain/inbox/steps.ts';
import type { Store } from '../../../src/store/port.ts';

export const workspaceId = 'ws_aurora';
export const monthlyReplies = { creator: 500, studio: 3_000, agency: 20_000 };

/** Creates a connection without a quiet time, so that a test need not wait. */
export async function connect(store: Store, change: Partial<ConnectionRecord> = {}): Promise<ConnectionRecord> {
  const connection: ConnectionRecord = {
    connectionId: 'con_ig',
    profileId: 'prof_aurora',
    kind: 'generic',
    name: 'con_ig',
    channel: 'instagram',
    mode: 'ready',
    quietSeconds: 0,
    maxWaitSeconds: 0,
    humanLockSeconds: 900,
    replyWindowHours: null,
    keepUnreadable: false,
    state: 'setup',
    stateBeforePause: null,
    seesEcho: false,
    lastEventAt: null,
    createdAt: 0,
    receiverId: `rcv_${Math.random()}`,
    secrets: [{ sealed: 'sealed', endsAt: null }],
    ...change,
  };
  const put = await store.inboxStep({
    workspaceId: change.channel === 'other' ? 'ws_other' : workspaceId,
    name: 'putConnection',
    input: { connection },
  });
  if (put.outcome !== 'done') throw new Error('the connection was there already');
  return put.connection;
}

const start = Date.now() - 3_600_000;

/** Returns the time this many seconds after a fixed time an hour ago. */
export function at(seconds: number): string {
  return new Date(start + seconds * 1_000).toISOString();
}

export function received(messageId: string, body: string, seconds: number, threadId = 't1'): InboxEvent {
  return {
    id: `e_${threadId}_${messageId}`,
    type: 'message.received',
    threadId,
    messageId,
    sentAt: at(seconds),
    body,
    contact: { id: `u_${threadId}`, name: 'Maya', handle: `@maya_${threadId}` },
  };
}

export function sent(
  messageId: string,
  body: string,
  seconds: number,
  of: { sender?: 'human' | 'machine'; outboxId?: string } = {},
): InboxEvent {
  return { id: `s_${messageId}`, type: 'message.sent', threadId: 't1', messageId, sentAt: at(seconds), body, ...of };
}

export function active(id: string, seconds: number): InboxEvent {
  return { id, type: 'creator.active', threadId: 't1', sentAt: at(seconds) };
}

export function edited(messageId: string, body: string, seconds: number): InboxEvent {
  return {
    id: `ed_${messageId}_${seconds}`,
    type: 'message.edited',
    threadId: 't1',
    messageId,
    sentAt: at(seconds),
    body,
  };
}

export function deleted(messageId: string, seconds: number): InboxEvent {
  return { id: `del_${messageId}_${seconds}`, type: 'message.deleted', threadId: 't1', messageId, sentAt: at(seconds) };
}

/** Takes events, later than everything that was stored before: by then, the clock shows another time. */
export async function take(store: Store, ...events: InboxEvent[]): Promise<EventResult['outcome'][]> {
  const before = Date.now();
  while (Date.now() === before) await delay(1);
  const input = { connectionId: 'con_ig', events, refused: [], retentionMs: null };
  const taken = await store.inboxStep({ workspaceId, name: 'takeEvents', input });
  if (taken.outcome !== 'taken') throw new Error(taken.outcome);
  return taken.results.map(({ outcome }) => outcome);
}

export async function conversationOf(store: Store, threadHandle = '@maya_t1'): Promise<string> {
  const all = await store.listConversations({ workspaceId, state: null, limit: 100 });
  const found = all.find(({ contact }) => contact?.handle === threadHandle);
  if (found === undefined) throw new Error(`no conversation of ${threadHandle}`);
  return found.conversationId;
}

export const safe: Drafted = {
  intent: 'shipping',
  riskLevel: 'safe',
  requiresCreator: false,
  reply: 'I ship worldwide from Lisbon.',
  mediaAssetId: '',
  rationale: '',
  confidence: 0.9,
  itemsUsed: ['f_ship'],
  revision: 'r1',
  urgency: 'normal',
};

export const held: Drafted = { ...safe, riskLevel: 'review', requiresCreator: true };

/** Reads a thread and commits the result: the given draft, or a classification without a hazard. */
export async function settle(
  store: Store,
  conversationId: string,
  { drafted = safe, isForced = false, replies = monthlyReplies } = {},
): Promise<StepAnswer<'tick'> | StepAnswer<'commitDraft'>> {
  const tick = await store.inboxStep({
    workspaceId,
    name: 'tick',
    input: { conversationId, isForced, monthlyReplies: replies },
  });
  if (tick.outcome !== 'task') return tick;
  const { epoch, messageIds, purpose } = tick.task;
  if (purpose !== 'draft') {
    const verdict =
      purpose === 'hazards'
        ? null
        : ({ reason: null, intent: 'unclear', riskLevel: 'review', urgency: 'normal' } as const);
    return store.inboxStep({ workspaceId, name: 'commitJudged', input: { conversationId, epoch, purpose, verdict } });
  }
  return store.inboxStep({
    workspaceId,
    name: 'commitDraft',
    input: { conversationId, epoch, messageIds, drafted, isForced, monthlyReplies: replies },
  });
}

export async function claimItem(
  store: Store,
  outboxId: string,
  { claimKey = 'claim-001', claimMs = 60_000, hash = 'h1' } = {},
): Promise<StepAnswer<'claim'>> {
  const profile = await store.profile({ workspaceId, profileId: 'prof_aurora' });
  return store.inboxStep({
    workspaceId,
    name: 'claim',
    input: {
      profileId: 'prof_aurora',
      outboxId,
      claimKey,
      inputHash: hash,
      claimMs,
      guard: { revision: profile?.revision ?? '', isPassed: true },
    },
  });
}

export async function record(store: Store, conversationId: string, text: string | null, by = 'Ada') {
  const input = { conversationId, text, by, suggestion: 1, isChanged: false };
  const recorded = await store.inboxStep({ workspaceId, name: 'recordAnswer', input });
  if (recorded.outcome !== 'done') throw new Error(recorded.outcome);
  return recorded;
}

export async function onlyDraft(store: Store) {
  const [draft] = await store.listDrafts({ workspaceId, limit: 10 });
  if (draft === undefined) throw new Error('there is no draft');
  return draft;
}
