import { settingNames } from '../../domain/inbox/connection.ts';
import { type InboxChanges, type InboxSnapshot, messagesSeen } from '../../domain/inbox/snapshot.ts';
import { carryOut, needsOf } from '../../domain/inbox/step.ts';
import type { StepAnswer, StepInput, StepName } from '../../domain/inbox/steps.ts';
import { type InboxStore, inboxKeeping, type SealedSecretRef } from '../inbox-port.ts';
import { joinEvents } from '../joined-events.ts';
import type { Database } from './database.ts';
import { shareReads } from './shared-reads.ts';
import { workspaceIds } from './workspace-ids.ts';

const rowsPerCommit = 500;
/**
 * At most one transaction of each workspace is in progress at a time, so that the remaining connections and most of the
 * database's CPU time are left for other work.
 */
const limits = { mostEvents: 50, stepsAtOnce: 1, mostWaiting: 2_000, pauseShare: 0 };

/**
 * Creates the store of connected inboxes. One transaction reads a step's data under locks and writes the result. The
 * step itself runs in this process.
 */
export function createInbox({ call, transaction, isJoined }: Database): InboxStore {
  const waking = (workspace: string, held_ms: number | null, limit: number): Promise<string[]> =>
    call('waking_threads', { workspace, held_ms, limit });
  const step = <Name extends StepName>({ workspaceId, name, input }: Step<Name>): Promise<StepAnswer<Name>> =>
    transaction('change', async (inside) => {
      const needs = JSON.stringify(needsOf(name, input));
      const snapshot = await inside<InboxSnapshot>('load_inbox', { workspace: workspaceId, needs, seen: messagesSeen });
      const { answer, changes } = carryOut(name, snapshot, input);
      if (isAnything(changes)) {
        await inside('save_inbox', { workspace: workspaceId, changes: JSON.stringify(rowsOf(changes)) });
      }
      return answer;
    });
  const receiver = shareReads<Awaited<ReturnType<InboxStore['receiver']>>>((id) =>
    call('read_receiver', { receiver: id }),
  );
  const takeEvents = joinEvents((delivery) => step({ ...delivery, name: 'takeEvents' }), limits);
  return {
    inboxStep: async <Name extends StepName>(of: Step<Name>) =>
      // If a step runs inside another transaction, both are committed together. The name of the step determines the
      // type of its answer.
      (isTaking(of) && !isJoined() ? await takeEvents(of) : await step(of)) as StepAnswer<Name>,
    receiver: ({ receiverId }) => receiver(receiverId),
    listConnections: ({ workspaceId }) => call('list_connections', { workspace: workspaceId }),
    workspacesWithWakingThreads: ({ limit }) => call('waking_workspaces', { held_ms: null, limit }),
    wakingThreads: ({ workspaceId, limit }) => waking(workspaceId, null, limit),
    workspacesWithHeldThreads: ({ limit }) => call('waking_workspaces', { held_ms: inboxKeeping.heldMs, limit }),
    heldThreads: ({ workspaceId, limit }) => waking(workspaceId, inboxKeeping.heldMs, limit),
    listDrafts: ({ workspaceId, limit }) => call('list_drafts', { workspace: workspaceId, limit }),
    listOutbox: ({ workspaceId, profileId, after, limit }) =>
      call('list_outbox', { workspace: workspaceId, profile: profileId, after, limit }),
    async expireInbox() {
      let rows = 0;
      for await (const workspace of workspaceIds(call)) {
        let step: number;
        do {
          step = await call('expire_inbox', { workspace, ages: JSON.stringify(inboxKeeping), limit: rowsPerCommit });
          rows += step;
        } while (step >= rowsPerCommit);
      }
      return { rows };
    },
    forgetPayloads: ({ workspaceId }) => call('forget_payloads', { workspace: workspaceId }),
    async sealedSecrets() {
      const all: SealedSecretRef[] = [];
      for await (const workspace of workspaceIds(call)) {
        all.push(...(await call<SealedSecretRef[]>('sealed_secrets', { workspace })));
      }
      return all;
    },
    replaceSealed: ({ workspaceId, connectionId, sealed, next }) =>
      call('replace_sealed', { workspace: workspaceId, connection: connectionId, sealed, next }),
  };
}

interface Step<Name extends StepName> {
  readonly workspaceId: string;
  readonly name: Name;
  readonly input: StepInput<Name>;
}

function isTaking(step: Step<StepName>): step is Step<'takeEvents'> {
  return step.name === 'takeEvents';
}

function isAnything({ charge, ...lists }: InboxChanges): boolean {
  return charge !== null || Object.values(lists).some((rows) => rows.length > 0);
}

/** Returns the changes in the form that `save_inbox` takes. Fields without a column go into `data`. */
export function rowsOf(changes: InboxChanges): object {
  return {
    ...changes,
    conversations: changes.conversations.map((head) => {
      const own = changes.messages.filter(({ conversationId }) => conversationId === head.conversationId);
      const added = own.filter(({ change }) => change.kind === 'new');
      const gone = own.filter(({ change }) => change.kind === 'gone').length;
      const lastMessageAt = added.length === 0 ? null : Math.max(...added.map(({ sentAt }) => sentAt));
      return { ...head, contact: emptyAsNull(head.contact), newMessages: added.length - gone, lastMessageAt };
    }),
    threads: changes.threads.map(
      ({ conversationId, connectionId, threadId, wakeAt, lockedUntil, held, heldAt, ...data }) => ({
        conversationId,
        connectionId,
        threadId,
        wakeAt,
        lockedUntil,
        held,
        heldAt,
        data,
      }),
    ),
    drafts: changes.drafts.map(
      ({ draftId, conversationId, connectionId, epoch, state, outboxId, createdAt, ...data }) => ({
        draftId,
        conversationId,
        connectionId,
        epoch,
        state,
        outboxId,
        createdAt,
        data,
      }),
    ),
    outbox: changes.outbox.map(({ outboxId, conversationId, connectionId, profileId, state, endedAt, ...data }) => ({
      outboxId,
      conversationId,
      connectionId,
      profileId,
      state,
      endedAt,
      data,
    })),
    refused: changes.refused.map(({ refusalId, connectionId, at, payload, ...data }) => ({
      refusalId,
      connectionId,
      at,
      payload,
      data,
    })),
    connections: changes.connections.map(connectionRow),
  };
}

/** Returns a change of a connection in the form that `save_connection` takes. */
export function connectionRow(change: InboxChanges['connections'][number]): object {
  if (change.quietSeconds === undefined) return change;
  return { ...change, settings: Object.fromEntries(settingNames.map((name) => [name, change[name]])) };
}

function emptyAsNull<Value extends object>(value: Value | null): Value | null {
  return value === null || Object.keys(value).length === 0 ? null : value;
}
