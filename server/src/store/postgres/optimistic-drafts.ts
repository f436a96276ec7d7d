import { randomUUID } from 'node:crypto';
import type { Store } from '../port.ts';
import type { MonthlyReplies } from '../workspace-port.ts';
import type { DraftContext, PrepareDraftInput, StoreDraftInput, StoreDraftResult } from '../write-port.ts';
import { createBatches } from './batches.ts';
import type { Call } from './database.ts';

/** How long a batch waits for a lock on one of its workspaces. After that, each workspace continues separately. */
const sharedLockMs = 200;
const ownLockMs = 8_000;

/**
 * Stores drafts with the `optimistic` protocol, several in one round trip. Drafts that cannot be stored in this round
 * trip are then stored one by one.
 */
export function createOptimisticDrafts(call: Call): Pick<Store, 'prepareDraft' | 'storeDraft'> {
  const store = createBatches<StoreDraftInput, boolean>({
    carryOut: async (inputs, isAlone) => {
      const groups = groupsOf(inputs);
      const keys = await call<string[][]>('store_drafts', {
        workspaces: JSON.stringify(groups.map(storable)),
        lock_ms: isAlone ? ownLockMs : sharedLockMs,
      });
      const stored = new Set(groups.flatMap(({ drafts }, index) => firstOf(drafts, new Set(keys[index]))));
      return inputs.map((input) => stored.has(input));
    },
    order: (one, other) => (one.workspaceId < other.workspaceId ? -1 : one.workspaceId > other.workspaceId ? 1 : 0),
    largest: 100,
    atOnce: 2,
    laneOf: ({ workspaceId }) => workspaceId,
  });
  return {
    prepareDraft: createBatches<PrepareDraftInput, DraftContext | null>({
      carryOut: (inputs) => call('prepare_drafts', { requests: JSON.stringify(inputs.map(preparable)) }),
      order: () => 0,
      ownerOf: ({ workspaceId }) => workspaceId,
      largest: 16,
      atOnce: 2,
    }),
    storeDraft: async (input) => ((await store(input)) ? { outcome: 'stored' } : storeOne(call, input)),
  };
}

interface Group {
  readonly workspaceId: string;
  readonly drafts: StoreDraftInput[];
}

/**
 * Groups the drafts of each workspace that have the same allowance, and leaves out drafts with a different allowance.
 * Each workspace occurs only once. After the call has locked the counter of a workspace, it therefore takes no further
 * locks on the writes of that workspace.
 */
function groupsOf(inputs: readonly StoreDraftInput[]): Group[] {
  const groups: Group[] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    if (last?.workspaceId !== input.workspaceId) groups.push({ workspaceId: input.workspaceId, drafts: [input] });
    else if (areEqual(last.drafts[0]?.monthlyReplies, input.monthlyReplies)) last.drafts.push(input);
  }
  return groups;
}

function areEqual(one: MonthlyReplies | undefined, other: MonthlyReplies): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the first draft for each stored key. */
function firstOf(drafts: readonly StoreDraftInput[], stored: Set<string>): StoreDraftInput[] {
  return drafts.filter(({ idempotencyKey }) => stored.delete(idempotencyKey));
}

function preparable(input: PrepareDraftInput) {
  return {
    workspace: input.workspaceId,
    key: input.idempotencyKey,
    profile: input.profileId,
    conversation: input.conversationId,
    known_revision: input.knownRevision,
    monthly_replies: input.monthlyReplies,
  };
}

function storable({ workspaceId, drafts }: Group) {
  const conversations = new Set(drafts.flatMap(({ conversationId }) => conversationId ?? []));
  return {
    workspace: workspaceId,
    monthly_replies: drafts[0]?.monthlyReplies,
    conversations: [...conversations].sort(),
    drafts: drafts.map((draft) => ({
      key: draft.idempotencyKey,
      hash: draft.inputHash,
      profile: draft.profileId,
      conversation: draft.conversationId,
      response: draft.response,
      trace: draft.trace,
      retention_ms: draft.retentionMs,
      intent: draft.tally.intent,
      risk_level: draft.tally.riskLevel,
      items: draft.tally.proposal?.items ?? null,
      trial: draft.tally.proposal?.trial ?? null,
      epoch: draft.conversationEpoch ?? null,
    })),
  };
}

function storeOne(call: Call, input: StoreDraftInput): Promise<StoreDraftResult> {
  return call('store_draft', {
    workspace: input.workspaceId,
    key: input.idempotencyKey,
    hash: input.inputHash,
    token: randomUUID(),
    retention_ms: input.retentionMs,
    profile: input.profileId,
    conversation: input.conversationId,
    monthly_replies: JSON.stringify(input.monthlyReplies),
    response: input.response,
    trace: input.trace,
    tally: JSON.stringify(input.tally),
    epoch: input.conversationEpoch ?? null,
  });
}
