import type { Autonomy, ItemRecord, ProposalTally } from '../domain/autonomy.ts';
import type { ModelUse } from '../domain/language-model.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { EpochMs } from '../domain/period.ts';
import type { ConversationContext, MonthlyReplies, ProfileRecord } from './workspace-port.ts';

/**
 * Writes that happen exactly once: drafts and handoffs under an idempotency key. It is part of the store and follows
 * the promises of its port. A write uses one of two protocols. `leased`: admit, work, settle or release. `optimistic`,
 * for a draft that takes milliseconds: prepare, draft, store.
 */
export interface WriteStore {
  /**
   * Steps 12 to 14 of the contract for a draft: replays, refuses, or takes the lease, checks profile and conversation,
   * and reserves one reply of the month's allowance. An expired lease is taken over on the same charge and period. A
   * refusal after step 12 keeps only the hash of the input.
   */
  admitDraft(input: AdmitDraftInput): Promise<AdmitDraftResult>;
  /** Steps 12 to 14 for a handoff, without a charge; the conversation must have an inbound message. */
  admitHandoff(input: AdmitHandoffInput): Promise<AdmitHandoffResult>;
  /** Stores the response and its trace for replay, for `retentionMs` from now, and ends the lease. */
  settleDraft(input: SettleDraftInput): Promise<SettleResult>;
  /** Sets the conversation to `awaiting_owner`, queues the notification and stores the response, all in one commit. */
  settleHandoff(input: SettleHandoffInput): Promise<SettleResult>;
  /** Renews a held lease to `leaseMs` from now. Returns false if the lease was lost. */
  renewLease(input: LeaseRef & { leaseMs: number }): Promise<boolean>;
  /**
   * Ends a held lease without a response and returns its charge to the period it came from. Returns false if the lease
   * was lost.
   */
  releaseWrite(input: LeaseRef): Promise<boolean>;
  /**
   * The basis of an optimistic draft; nothing is written. Null if `admitDraft` must decide instead: because of a record
   * under its key, a missing profile or conversation, or a used-up allowance, or because a language model may read its
   * messages.
   */
  prepareDraft(input: PrepareDraftInput): Promise<DraftContext | null>;
  /**
   * Checks a prepared draft again, as `admitDraft` does, then charges it and stores its response, all in one commit. If
   * several drafts have the same key, one is stored and charged, and the others get its response.
   */
  storeDraft(input: StoreDraftInput): Promise<StoreDraftResult>;
  /** The trace stored with a draft, as JSON text; null if there is none or it was removed. */
  draftTrace(input: { workspaceId: string; idempotencyKey: string }): Promise<string | null>;
}

export interface AdmitInput {
  readonly workspaceId: string;
  readonly idempotencyKey: string;
  /** `canonicalHash` of the validated input. */
  readonly inputHash: string;
  /** Random; its holder may settle, renew or release. */
  readonly leaseToken: string;
  readonly leaseMs: number;
  /** How long the hash of the input (and later the response) is kept. */
  readonly retentionMs: number;
}

export interface AdmitDraftInput extends AdmitInput, DraftRef {
  /** The revision of the persona that the caller already has; that revision is not sent again. */
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
  /** `canonicalHash` of the validated input. */
  readonly inputHash: string;
  /** JSON text, stored and replayed byte for byte. */
  readonly response: string;
  readonly trace: string;
  readonly retentionMs: number;
  readonly tally: DraftTally;
}

/** The decision and proposal, counted once with the response. */
export interface DraftTally {
  readonly intent: string;
  readonly riskLevel: string;
  readonly proposal?: ProposalTally | null;
}

/** How replies of a profile are drafted in a workspace. */
export interface DraftingTerms {
  /** Whether a language model may read its messages, and whether it may phrase replies. */
  readonly usesModel: boolean;
  readonly usesWording: boolean;
  readonly autonomy: Autonomy;
  /** Statistics of the items whose proposals were edited or rejected. */
  readonly records: readonly ItemRecord[];
}

export interface DraftContext {
  readonly now: EpochMs;
  readonly drafting: DraftingTerms;
  readonly revision: string;
  /** Null if `knownRevision` is the current one. */
  readonly profile: ProfileRecord | null;
  readonly conversation: ConversationContext | null;
}

/** The reasons to refuse a draft, on either path. */
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
 * The conversation that a draft was made for, in the state that the draft is based on. If absent or null, the draft is
 * not stored with the conversation.
 */
export interface DraftedFor {
  readonly conversationEpoch?: number | null;
}

export interface SettleDraftInput extends LeaseRef, DraftedFor {
  readonly conversationId?: string | null;
  readonly operation: 'draft';
  /** JSON text, stored and replayed byte for byte. */
  readonly response: string;
  readonly trace: string;
  readonly retentionMs: number;
  /** The model use, which is added to the period's counts when the response is stored. Null if no model was asked. */
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

/** `lost`: another holder took over the lease; `response` is what it stored, or null while it is still working. */
export type SettleResult =
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'lost'; readonly response: string | null };
