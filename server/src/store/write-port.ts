import type { Autonomy, ItemRecord, ProposalTally } from '../domain/autonomy.ts';
import type { ModelUse } from '../domain/language-model.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { EpochMs } from '../domain/period.ts';
import type { ConversationContext, MonthlyReplies, ProfileRecord } from './workspace-port.ts';

/**
 * Writes that happen exactly once: drafts and handoffs under an idempotency key. `Store` extends this interface, so its
 * guarantees apply. A write uses one of two protocols: `leased` (admit, work, then settle or release), or, for a draft
 * that takes milliseconds, `optimistic` (prepare, draft, store).
 */
export interface WriteStore {
  /**
   * Performs steps 12 to 14 of the contract for a draft: replays, rejects, or takes the lease, checks the profile and
   * conversation, and reserves one reply of the month's allowance. An expired lease is taken over with the same charge
   * and period. A refusal after step 12 keeps only the hash of the input.
   */
  admitDraft(input: AdmitDraftInput): Promise<AdmitDraftResult>;
  /** Performs steps 12 to 14 for a handoff, without a charge. The conversation must have an inbound message. */
  admitHandoff(input: AdmitHandoffInput): Promise<AdmitHandoffResult>;
  /** Stores the response and its trace for replay, for `retentionMs` from now, and ends the lease. */
  settleDraft(input: SettleDraftInput): Promise<SettleResult>;
  /** Sets the conversation to `awaiting_owner`, queues the notification and stores the response, all in one commit. */
  settleHandoff(input: SettleHandoffInput): Promise<SettleResult>;
  /** Renews a held lease until `leaseMs` from now. Returns false if the lease was lost. */
  renewLease(input: LeaseRef & { leaseMs: number }): Promise<boolean>;
  /**
   * Ends a held lease without a response, and returns its charge to its period. Returns false if the lease was lost.
   */
  releaseWrite(input: LeaseRef): Promise<boolean>;
  /**
   * Returns the data that an optimistic draft is based on, and writes nothing. Returns null if `admitDraft` must
   * be used instead: if there is a record under the key, the profile or conversation is missing, the allowance is used
   * up, or a language model may read the workspace's messages.
   */
  prepareDraft(input: PrepareDraftInput): Promise<DraftContext | null>;
  /**
   * Checks a prepared draft again in the same way as `admitDraft`. Then charges the draft and stores its response, all
   * in one commit. If several drafts have the same key, one is stored and charged, and the others get its response.
   */
  storeDraft(input: StoreDraftInput): Promise<StoreDraftResult>;
  /** Returns the trace stored with a draft, as JSON text, or null if there is none or it was removed. */
  draftTrace(input: { workspaceId: string; idempotencyKey: string }): Promise<string | null>;
}

export interface AdmitInput {
  readonly workspaceId: string;
  readonly idempotencyKey: string;
  /** The `canonicalHash` of the validated input. */
  readonly inputHash: string;
  /** A random token. Its holder may settle, renew or release the write. */
  readonly leaseToken: string;
  readonly leaseMs: number;
  /** How long the hash of the input, and later the response, is kept. */
  readonly retentionMs: number;
}

export interface AdmitDraftInput extends AdmitInput, DraftRef {
  /**
   * The revision of the persona that the caller already has. A persona with this revision is not returned. Null if the
   * caller has none.
   */
  readonly knownRevision: string | null;
}

export interface AdmitHandoffInput extends AdmitInput {
  readonly conversationId: string;
}

export interface DraftRef {
  readonly workspaceId: string;
  readonly idempotencyKey: string;
  readonly profileId: string;
  readonly conversationId: string | null;
  readonly monthlyReplies: MonthlyReplies;
}

export interface PrepareDraftInput extends DraftRef {
  /** The same as in `AdmitDraftInput`. */
  readonly knownRevision: string | null;
}

export interface StoreDraftInput extends DraftRef, DraftedFor {
  /** The `canonicalHash` of the validated input. */
  readonly inputHash: string;
  /** The response as JSON text, which is stored and replayed byte for byte. */
  readonly response: string;
  readonly trace: string;
  readonly retentionMs: number;
  readonly tally: DraftTally;
}

/** The decision and the proposal in a draft, which are counted once, together with the response. */
export interface DraftTally {
  readonly intent: string;
  readonly riskLevel: string;
  readonly proposal?: ProposalTally | null;
}

/** How replies for a profile are drafted in its workspace. */
export interface DraftingTerms {
  /** Whether a language model may read the workspace's messages, and whether it may phrase replies. */
  readonly usesModel: boolean;
  readonly usesWording: boolean;
  readonly autonomy: Autonomy;
  /** The records of items whose proposals were edited or rejected. */
  readonly records: readonly ItemRecord[];
}

export interface DraftContext {
  readonly now: EpochMs;
  readonly drafting: DraftingTerms;
  readonly revision: string;
  /** Null if `knownRevision` is the current revision. */
  readonly profile: ProfileRecord | null;
  readonly conversation: ConversationContext | null;
}

/** The reasons to reject a draft, in either protocol. */
export type DraftRefusal =
  | WriteRefusal
  | { readonly outcome: 'profile_not_found' }
  | { readonly outcome: 'conversation_not_found' }
  | { readonly outcome: 'allowance_used'; readonly renewsAt: EpochMs };

export type StoreDraftResult = { readonly outcome: 'stored' } | DraftRefusal;

export type WriteRefusal =
  | { readonly outcome: 'replay'; readonly response: string }
  | { readonly outcome: 'reused' }
  | { readonly outcome: 'in_progress'; readonly retryAfterSeconds: number };

export type AdmitDraftResult = DraftRefusal | (DraftContext & { readonly outcome: 'admitted' });

export type AdmitHandoffResult =
  | WriteRefusal
  | { readonly outcome: 'conversation_not_found' }
  | {
      readonly outcome: 'admitted';
      readonly now: EpochMs;
      /** The profile may be inactive, because a handoff is always possible. */
      readonly profile: ProfileRecord;
      readonly conversation: ConversationContext;
    };

export interface LeaseRef {
  readonly workspaceId: string;
  readonly operation: 'draft' | 'handoff';
  readonly idempotencyKey: string;
  readonly leaseToken: string;
}

/**
 * The epoch of the conversation that a draft is based on. If null or omitted, the draft is not stored with the
 * conversation.
 */
export interface DraftedFor {
  readonly conversationEpoch?: number | null;
}

export interface SettleDraftInput extends LeaseRef, DraftedFor {
  readonly conversationId?: string | null;
  readonly operation: 'draft';
  /** The response as JSON text, which is stored and replayed byte for byte. */
  readonly response: string;
  readonly trace: string;
  readonly retentionMs: number;
  /**
   * The model use, which is added to the period's counts when the response is stored. Null or omitted if no model was
   * asked.
   */
  readonly modelUse?: ModelUse | null;
  readonly tally?: DraftTally | null;
}

export interface SettleHandoffInput extends LeaseRef {
  readonly operation: 'handoff';
  readonly conversationId: string;
  readonly notificationId: string;
  readonly verdict: HandoffVerdict;
  readonly response: string;
  readonly retentionMs: number;
}

/**
 * `lost` means that another holder took over the lease. `response` is the response that this other holder stored, or
 * null while it is still working.
 */
export type SettleResult =
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'lost'; readonly response: string | null };
