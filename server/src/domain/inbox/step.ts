import { allowanceOf } from './allowance.ts';
import { connectionRules } from './connection-rules.ts';
import { answered, approve, dismiss, settleUncertain } from './creator-rules.ts';
import { type InboxEvent, keyHashesOf } from './event.ts';
import { claim, report } from './outbox-rules.ts';
import { pasteMessage } from './pasted-message.ts';
import { recordAnswer, undoAnswer } from './recorded-answers.ts';
import { commitDraft, commitJudged } from './settle-thread.ts';
import type { InboxChanges, InboxNeeds, InboxSnapshot } from './snapshot.ts';
import { emptyChanges, onThread, workOf } from './step-changes.ts';
import type { StepRules } from './step-rules.ts';
import type { StepAnswer, StepInput, StepName } from './steps.ts';
import { takeEvents } from './take-events.ts';
import { reconcile } from './thread-rules.ts';
import { holdDraft, tick } from './thread-task.ts';

const none = { connectionIds: [] } as const;

const rules: { readonly [Name in StepName]: StepRules<Name> } = {
  takeEvents: {
    needs: ({ connectionId, events }) => ({
      connectionIds: [connectionId],
      keyHashes: events.flatMap((event) => keyHashesOf(connectionId, event)),
      threadIds: [...new Set(events.map(({ threadId }) => threadId))],
      namedMessages: events.flatMap((event) => {
        if (event.type === 'creator.active') return [];
        const { messageId, threadId } = event;
        return [{ messageId, threadId }];
      }),
      messagesOfThreads: [...new Set(events.filter(isOfCreator).map(({ threadId }) => threadId))],
    }),
    carryOut(snapshot, input, changes) {
      const connection = snapshot.connections[0];
      if (connection === undefined || connection.state === 'removed') return { outcome: 'connection_not_found' };
      const { connectionId, state } = connection;
      for (const refused of input.refused) changes.refused.push({ ...refused, connectionId, at: snapshot.now });
      const { results, isActive, hasEcho } = takeEvents(snapshot, connection, input, changes);
      if (isActive) {
        const isNewlyActive = state === 'setup' || state === 'degraded' || state === 'broken';
        const isSilent = snapshot.now - (connection.lastEventAt ?? 0) >= 1_000;
        const change = {
          ...(isNewlyActive && { state: 'active' as const }),
          ...(hasEcho && !connection.seesEcho && { seesEcho: true }),
          ...(isSilent && { lastEventAt: snapshot.now }),
        };
        if (Object.keys(change).length > 0) changes.connections.push({ connectionId, ...change });
      }
      return { outcome: 'taken', results };
    },
  },
  tick: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId], withUsage: true }),
    carryOut: (snapshot, input, changes) =>
      onThread(snapshot, changes, { outcome: 'idle' }, (work) =>
        tick(work, snapshot, allowanceOf(snapshot, input.monthlyReplies), input),
      ),
  },
  postponeDraft: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId], messagesOfThreads: [] }),
    carryOut: (snapshot, { epoch, forMs }, changes) =>
      onThread<StepAnswer<'postponeDraft'>>(snapshot, changes, { outcome: 'changed' }, (work) => {
        reconcile(work);
        if (work.conversation.epoch !== epoch) return { outcome: 'changed' };
        holdDraft(work, forMs);
        return { outcome: 'done' };
      }),
  },
  refresh: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId] }),
    carryOut: (snapshot, _input, changes) =>
      onThread<StepAnswer<'refresh'>>(snapshot, changes, { outcome: 'not_found' }, (work) => {
        reconcile(work);
        work.touch();
        return { outcome: 'done' };
      }),
  },
  commitDraft: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId], withUsage: true, isCharging: true }),
    carryOut: (snapshot, input, changes) =>
      onThread(snapshot, changes, { outcome: 'changed' }, (work) =>
        commitDraft(work, snapshot, allowanceOf(snapshot, input.monthlyReplies), input, changes),
      ),
  },
  commitJudged: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId], messagesOfThreads: [] }),
    carryOut: (snapshot, input, changes) =>
      onThread(snapshot, changes, { outcome: 'changed' }, (work) => commitJudged(work, snapshot, input)),
  },
  claim: {
    needs: ({ outboxId, claimKey }) => ({ ...none, outboxId, claimKey }),
    carryOut(snapshot, input, changes) {
      const work = workOf(snapshot, snapshot.threads[0]);
      const answer = claim(work, snapshot, input, changes);
      work?.write(changes);
      return answer;
    },
  },
  report: {
    needs: ({ outboxId, providerMessageId }) => ({
      ...none,
      outboxId,
      namedMessages: providerMessageId === null ? [] : [{ messageId: providerMessageId, threadId: null }],
    }),
    carryOut(snapshot, input, changes) {
      const work = workOf(snapshot, snapshot.threads[0]);
      const answer = report(work, snapshot, input);
      work?.write(changes);
      return answer;
    },
  },
  approve: {
    needs: ({ draftId }) => ({ ...none, draftId }),
    carryOut: (snapshot, { draftId, text }, changes) =>
      onThread(snapshot, changes, { outcome: 'not_found' }, (work) => approve(work, draftId, text)),
  },
  dismiss: {
    needs: ({ draftId }) => ({ ...none, draftId }),
    carryOut: (snapshot, { draftId }, changes) =>
      onThread(snapshot, changes, { outcome: 'not_found' }, (work) => dismiss(work, draftId)),
  },
  settle: {
    needs: ({ outboxId }) => ({ ...none, outboxId }),
    carryOut: (snapshot, { outboxId, outcome }, changes) =>
      onThread(snapshot, changes, { outcome: 'not_found' }, (work) => settleUncertain(work, outboxId, outcome)),
  },
  answered: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId] }),
    carryOut: (snapshot, _input, changes) =>
      onThread<StepAnswer<'answered'>>(snapshot, changes, { outcome: 'not_found' }, (work) => {
        answered(work);
        return { outcome: 'done' };
      }),
  },
  recordAnswer: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId] }),
    carryOut: (snapshot, input, changes) =>
      onThread<StepAnswer<'recordAnswer'>>(snapshot, changes, { outcome: 'not_found' }, (work) =>
        recordAnswer(work, input),
      ),
  },
  undoAnswer: {
    needs: ({ conversationId }) => ({ ...none, conversationIds: [conversationId] }),
    carryOut: (snapshot, input, changes) =>
      onThread<StepAnswer<'undoAnswer'>>(snapshot, changes, { outcome: 'not_found' }, (work) =>
        undoAnswer(work, input),
      ),
  },
  pasteMessage: {
    needs: ({ conversationId }) => ({
      ...none,
      conversationIds: [conversationId],
      withUsage: true,
      isCharging: true,
    }),
    carryOut: (snapshot, input, changes) =>
      pasteMessage(snapshot, input, allowanceOf(snapshot, input.monthlyReplies), changes),
  },
  ...connectionRules,
  release: {
    needs: ({ conversationIds }) => ({ ...none, conversationIds, withUsage: true }),
    carryOut(snapshot, input, changes) {
      const allowance = allowanceOf(snapshot, input.monthlyReplies);
      const pace = Math.max(1, Math.floor(allowance.limit / 10)) - snapshot.releasedInLastHour;
      let released = 0;
      for (const thread of snapshot.threads) {
        const work = workOf(snapshot, thread);
        if (work?.thread?.held == null || !allowance.hasRoom || released >= pace) continue;
        if (work.connection?.state === 'paused' || work.connection?.state === 'removed') continue;
        work.updateThread({ held: null, heldAt: null, releasedAt: snapshot.now });
        work.write(changes);
        released += 1;
      }
      return { released };
    },
  },
};

/**
 * Returns true if the event records an action by the creator. Only such events are compared with earlier messages, so
 * messages are read only for the threads of these events.
 */
function isOfCreator({ type }: InboxEvent): boolean {
  return type === 'message.sent' || type === 'creator.active';
}

/** Returns what a step must read. */
export function needsOf<Name extends StepName>(name: Name, input: StepInput<Name>): InboxNeeds {
  return rules[name].needs(input);
}

/**
 * Performs a step on the data that was read. Returns the step's answer and everything that it writes. Has no side
 * effects, but creates random ids.
 */
export function carryOut<Name extends StepName>(
  name: Name,
  snapshot: InboxSnapshot,
  input: StepInput<Name>,
): { readonly answer: StepAnswer<Name>; readonly changes: InboxChanges } {
  const changes = emptyChanges();
  const answer = rules[name].carryOut(snapshot, input, changes);
  return { answer, changes };
}
