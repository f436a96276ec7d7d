import { allowanceNotices } from '../inbox/allowance.ts';
import { shareOf } from '../inbox/connection.ts';
import type { QueuedNotification } from '../inbox/rows.ts';
import type { InboxChanges } from '../inbox/snapshot.ts';
import { emptyChanges } from '../inbox/step-changes.ts';
import type { HandoffVerdict } from '../notification.ts';
import { periodOf } from '../period.ts';
import type { AskAnswer, AskInput, AskLimits, PageChanges, PageSnapshot } from './ask.ts';
import { dailyRepliesOf } from './page.ts';

/** How long a Page collects notices that are not urgent before it sends them as one notice. */
const noticeGatherMs = 15 * 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

interface Settled {
  readonly answer: AskAnswer;
  /** Null if nothing needs to be written. */
  readonly changes: PageChanges | null;
}

/** Returns true if the Page, its profile and its workspace are all active, so that the Page answers. */
export function isServed({ page, profile, workspace }: Pick<PageSnapshot, 'page' | 'profile' | 'workspace'>): boolean {
  return page.status === 'active' && profile.status === 'active' && workspace.status === 'active';
}

/** Returns how many seconds a network must wait before its next question, or null if it need not wait. */
export function waitOf(
  snapshot: Pick<PageSnapshot, 'now' | 'asks' | 'formAsks'>,
  isForm: boolean,
  { asksPerHour, formAsksPerHour }: AskLimits,
): number | null {
  const waits = [
    snapshot.asks.count >= asksPerHour ? snapshot.asks.oldestAt : null,
    isForm && snapshot.formAsks.count >= formAsksPerHour ? snapshot.formAsks.oldestAt : null,
  ].flatMap((oldestAt) =>
    oldestAt === null ? [] : [Math.max(1, Math.ceil((oldestAt + hourMs - snapshot.now) / 1_000))],
  );
  return waits.length === 0 ? null : Math.max(...waits);
}

/**
 * Decides the outcome of one question, on data that nothing else can change in the meantime. A question that passes the
 * checks uses up its proof or ticket and is counted. An answer costs one unit or is a free repeat, and every other
 * question goes to the creator.
 */
export function settleAsk(snapshot: PageSnapshot | null, input: AskInput): Settled {
  if (snapshot === null || !isServed(snapshot)) return nothing({ outcome: 'not_found' });
  if (snapshot.profile.revision !== input.revision) return nothing({ outcome: 'changed' });
  const retryAfterSeconds = waitOf(snapshot, input.use.isForm, input.limits);
  if (retryAfterSeconds !== null) return nothing({ outcome: 'rate_limited', retryAfterSeconds });
  if (snapshot.isSpent) return nothing({ outcome: 'spent' });
  return input.judged.items.length > 0 && (snapshot.repeat !== null || hasRoom(snapshot, input))
    ? answered(snapshot, input)
    : passedOn(snapshot, input);
}

function nothing(answer: AskAnswer): Settled {
  return { answer, changes: null };
}

function limitOf({ workspace }: PageSnapshot, { monthlyReplies }: AskInput): number {
  return workspace.monthlyReplies ?? monthlyReplies[workspace.plan];
}

/** Returns true if at least one unit is left in the month, in the Page's share of it, and in the Page's daily limit. */
function hasRoom(snapshot: PageSnapshot, input: AskInput): boolean {
  const { usage, today, workspace, page } = snapshot;
  const limit = limitOf(snapshot, input);
  const used = usage.api + usage.inbox + usage.page;
  const isInShare = usage.page < shareOf(limit, 'page', workspace.shares);
  return used < limit && isInShare && today.replies < dailyRepliesOf(page, limit, workspace.shares);
}

function changesOf({ slug, use }: AskInput): PageChanges {
  return {
    slug,
    use,
    ask: null,
    inbox: null,
    link: null,
    day: { replies: 0, handoffs: 0 },
    charge: null,
    notice: null,
  };
}

function answered(snapshot: PageSnapshot, input: AskInput): Settled {
  const isCharged = snapshot.repeat === null;
  const { askId, judged } = input;
  const { intent, riskLevel, modelUse, items } = judged;
  const ask = { ...rowOf(input), isAnswered: true, isCharged, items, conversationId: null };
  const changes = changesOf(input);
  if (!isCharged) return { answer: { outcome: 'answered', isCharged }, changes: { ...changes, ask } };
  const { usage, now } = snapshot;
  const used = usage.api + usage.inbox + usage.page;
  const notices = allowanceNotices({ limit: limitOf(snapshot, input), used, period: periodOf(now).name });
  return {
    answer: { outcome: 'answered', isCharged },
    changes: {
      ...changes,
      ask,
      day: { replies: 1, handoffs: 0 },
      charge: { askId, intent, riskLevel, modelUse },
      inbox: notices.length > 0 ? { ...emptyChanges(), notifications: notices } : null,
    },
  };
}

function passedOn(snapshot: PageSnapshot, input: AskInput): Settled {
  const { page, today, joined, now } = snapshot;
  const { conversationId, tokenHash, contact, judged } = input;
  const changes = changesOf(input);
  const ask = { ...rowOf(input), isAnswered: false, isCharged: false, items: [] };
  if (joined !== null) {
    return {
      answer: { outcome: 'passed_on', isNew: false },
      changes: {
        ...changes,
        ask: { ...ask, conversationId: joined },
        link: { tokenHash, conversationId: joined, contact },
      },
    };
  }
  if (today.handoffs >= page.dailyHandoffs) {
    const retryAfterSeconds = Math.max(1, Math.ceil((dayMs - (now % dayMs)) / 1_000));
    return { answer: { outcome: 'full', retryAfterSeconds }, changes };
  }
  const { intent, riskLevel, urgency } = judged;
  const verdict: HandoffVerdict = { reason: null, intent, riskLevel, urgency };
  const { notification, notice } = noticeOf(snapshot, input, verdict);
  return {
    answer: { outcome: 'passed_on', isNew: true },
    changes: {
      ...changes,
      ask: { ...ask, conversationId },
      link: { tokenHash, conversationId, contact },
      day: { replies: 0, handoffs: 1 },
      inbox: conversationChanges(snapshot, input, notification),
      notice,
    },
  };
}

/**
 * Returns the notification for a question. Urgent notices are sent immediately. Other notices wait for more questions
 * from the same Page, and are then sent as one.
 */
function noticeOf({ isGathering }: PageSnapshot, input: AskInput, verdict: HandoffVerdict) {
  const { notificationId, conversationId } = input;
  const notification: QueuedNotification = {
    notificationId,
    type: 'handoff.created',
    conversationId,
    verdict,
    about: null,
  };
  if (verdict.urgency === 'urgent') return { notification, notice: null };
  if (isGathering) return { notification: null, notice: null };
  const notice = { notificationId, dueInMs: noticeGatherMs };
  return { notification: { ...notification, delayMs: noticeGatherMs }, notice };
}

function conversationChanges(
  { page, now }: PageSnapshot,
  { conversationId, messageId, question }: AskInput,
  notification: QueuedNotification | null,
): InboxChanges {
  const { profileId } = page;
  return {
    ...emptyChanges(),
    conversations: [
      { conversationId, profileId, state: 'awaiting_owner', channel: 'page', contact: null, epoch: 1, isNew: true },
    ],
    messages: [
      {
        conversationId,
        messageId,
        direction: 'inbound',
        senderType: 'contact',
        body: question,
        sentAt: now,
        position: null,
        editedAt: null,
        deletedAt: null,
        attachments: [],
        change: { kind: 'new' },
      },
    ],
    notifications: notification === null ? [] : [notification],
  };
}

function rowOf({ askId, slug, question, questionHash, use, revision, judged }: AskInput) {
  const [network = ''] = use.networks;
  return { askId, slug, question, questionHash, network, revision, intent: judged.intent };
}
