import type { Autonomy } from '../domain/autonomy.ts';
import type { HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { Decision } from '../domain/decision.ts';
import type { ModelUse } from '../domain/language-model.ts';
import type { StageEnd } from '../domain/measures.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';
import type { Aside } from '../lib/turns/fair-time.ts';
import type { TaughtClassifier } from './answer/taught-classifier.ts';

/** Everything that a draft may be based on. The engine sees nothing else. */
export interface DraftInput {
  readonly message: string;
  /** Oldest first, at most 40. */
  readonly history: readonly HistoryMessage[];
  readonly displayName: string;
  /**
   * The creator's persona. A persona object is never changed in place, so engines may cache values that they derive
   * from it, by the identity of the object.
   */
  readonly persona: Persona;
  /**
   * The classifier that was trained on the persona's phrases. It may be from a different version of the persona. If it
   * does not contain the current hash of an item, the item counts as having no training phrases. If null or omitted, no
   * item has training phrases.
   */
  readonly classifier?: TaughtClassifier | null;
  readonly relationship: Relationship | null;
  /** True while the conversation is waiting for the creator; the decision is then at least `review`. */
  readonly awaitsCreator: boolean;
  /** The setting for how many messages the workspace lets the service answer automatically; `careful` if omitted. */
  readonly autonomy?: Autonomy;
  /** The ids of the items that are only proposed, because the creator often edited or rejected proposals with them. */
  readonly withheld?: readonly string[];
  readonly now: EpochMs;
  /** The workspace that the draft is for, used to share CPU time. No decision depends on it. */
  readonly workspaceId?: string;
}

/** The reasons for a decision: ids, offsets and scores, but no message text. It can be serialized as JSON. */
export interface Trace {
  readonly engine: string;
  readonly version: number;
  readonly [detail: string]: unknown;
}

export interface DraftOutput {
  readonly decision: Decision & { readonly rationale: string; readonly mediaAssetId: string };
  readonly trace: Trace;
  /** Present if a language model was meant to read the message, even if its reading was not used. */
  readonly modelUse?: ModelUse;
}

/** A stored conversation, and the revision of the persona that answers it. */
export interface ThreadState {
  readonly profileId: string;
  readonly revision: string;
  readonly conversationId: string;
}

/** A workspace's permission for a language model to read its messages. */
export interface ModelPermission {
  readonly workspaceId: string;
  /** Whether the model may also word the reply. Default: false. */
  readonly mayWord?: boolean;
  /** The message's thread, for which the model's reading may be cached. If omitted or null, no reading is cached. */
  readonly thread?: ThreadState | null;
  /** Returns false once the caller has disconnected; no model is asked after that. */
  readonly isWanted: () => boolean;
  /** Runs the wait for the model, so that an engine that takes turns can meanwhile work on other drafts. */
  readonly aside?: Aside;
}

/**
 * A drafting engine. Without permission to ask a model, an engine is pure (identical inputs give identical output) and
 * answers within milliseconds. It reports the end of each stage, but measures no time itself.
 * @throws ServiceError `service_unavailable` if a required model returns nothing usable
 */
export interface Engine {
  readonly name: string;
  /** Announces that this workspace may need a draft soon. Calling the returned function withdraws the announcement. */
  expect?(workspaceId: string): () => void;
  draft(input: DraftInput, permission?: ModelPermission, stageEnded?: StageEnd): Promise<DraftOutput> | DraftOutput;
}
