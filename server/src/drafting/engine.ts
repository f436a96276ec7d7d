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
   * Engines may cache values that they derive from a persona object by its identity, because it is never changed in
   * place.
   */
  readonly persona: Persona;
  /**
   * The classifier trained on the persona's phrases. It may be from a different version of the persona: an item whose
   * hash it does not contain counts as having no training phrases. If null or omitted, no item has training phrases.
   */
  readonly classifier?: TaughtClassifier | null;
  readonly relationship: Relationship | null;
  /** True while the conversation is waiting for the creator; the decision is then at least `review`. */
  readonly awaitsCreator: boolean;
  /** How much the workspace lets the service answer automatically; `careful` if omitted. */
  readonly autonomy?: Autonomy;
  /** Ids of items that are only proposed, because creators often edited or rejected them. */
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
  /** Present if a language model was meant to read the message, whether or not its reading was used. */
  readonly modelUse?: ModelUse;
}

/** A stored conversation, and the persona revision that answers it. */
export interface ThreadState {
  readonly profileId: string;
  readonly revision: string;
  readonly conversationId: string;
}

/** A workspace's permission for a language model to read its messages. */
export interface ModelPermission {
  readonly workspaceId: string;
  /** Whether the model may also word the reply; false by default. */
  readonly mayWord?: boolean;
  /** The message's thread, for which the model's reading may be cached. If omitted or null, no reading is cached. */
  readonly thread?: ThreadState | null;
  /** Returns false once the caller has disconnected; no model is asked after that. */
  readonly isWanted: () => boolean;
  /** Runs the wait for the model, so that an engine that takes turns can work on other drafts meanwhile. */
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
