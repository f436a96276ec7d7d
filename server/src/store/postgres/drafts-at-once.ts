import { randomUUID } from 'node:crypto';
import type { DraftContext, PrepareDraftInput, Store, StoreDraftInput, StoreDraftResult } from '../port.ts';
import { createBatches } from './batches.ts';
import type { Call } from './database.ts';

/** Drafts that hold no lease, several in one round trip; those that one statement cannot store are judged one by one. */
export function createDraftsAtOnce(call: Call): Pick<Store, 'prepareDraft' | 'storeDraft'> {
  const store = createBatches<StoreDraftInput, boolean>({
    carryOut: async (inputs) => {
      const groups = groupsOf(inputs);
      const stored = await call<string[][]>('store_drafts', { workspaces: JSON.stringify(groups.map(storable)) });
      return groups.flatMap(({ drafts }, index) => areFirst(drafts, new Set(stored[index])));
    },
    order: (one, other) => (one.workspaceId < other.workspaceId ? -1 : one.workspaceId > other.workspaceId ? 1 : 0),
    largest: 100,
    atOnce: 2,
  });
  return {
    prepareDraft: createBatches<PrepareDraftInput, DraftContext | null>({
      carryOut: (inputs) => call('prepare_drafts', { requests: JSON.stringify(inputs.map(preparable)) }),
      order: () => 0,
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

/** Neighbours of one workspace, under one allowance. */
function groupsOf(inputs: readonly StoreDraftInput[]): Group[] {
  const groups: Group[] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    const isNext = last?.workspaceId === input.workspaceId && last.drafts[0]?.monthlyReplies === input.monthlyReplies;
    if (isNext) last.drafts.push(input);
    else groups.push({ workspaceId: input.workspaceId, drafts: [input] });
  }
  return groups;
}

/** For each draft whether it was stored: the first of its key, where that key was. */
function areFirst(drafts: readonly StoreDraftInput[], stored: Set<string>): boolean[] {
  return drafts.map(({ idempotencyKey }) => stored.delete(idempotencyKey));
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
  });
}
