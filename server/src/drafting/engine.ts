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
   * The classifier taught by the persona's phrases. It may belong to another state of the persona: an item whose hash
   * it does not contain counts as untaught. If null or absent, nothing is taught.
   */
  readonly classifier?: TaughtClassifier | null;
  readonly relationship: Relationship | null;
  /** True while the conversation waits for the creator; the decision is then at least `review`. */
  readonly awaitsCreator: boolean;
  /** How much the workspace lets the service answer automatically; `careful` by default. */
  readonly autonomy?: Autonomy;
  /** Ids of items that are only proposed, because creators edited or rejected them often. */
  readonly withheld?: readonly string[];
  readonly now: EpochMs;
  /** The workspace that the draft is for, because workspaces share the processor. No decision depends on it. */
  readonly workspaceId?: string;
}

/** The reasons for a decision: ids, offsets and scores, never text of the message. JSON-serialisable. */
export interface Trace {
  readonly engine: string;
  readonly version: number;
  readonly [detail: string]: unknown;
}

export interface DraftOutput {
  readonly decision: Decision & { readonly rationale: string; readonly mediaAssetId: string };
  readonly trace: Trace;
  /** Set if a language model should read the message, whether or not its reading was used. */
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
  /** Whether the model may also word the reply; false by default. */
  readonly mayWord?: boolean;
  /** The thread of the message; the model's reading may be kept for it. If absent or null, no reading is kept. */
  readonly thread?: ThreadState | null;
  /** False once the caller has disconnected; no model is asked after that. */
  readonly isWanted: () => boolean;
  /**
   * The engine waits for the model through this function, so that an engine that works in turns lets others work
   * meanwhile.
   */
  readonly aside?: Aside;
}

/**
 * A drafting engine. Without permission to ask a model it is pure (the same input gives the same bytes) and answers
 * within milliseconds. It reports the end of each stage, and measures no time itself.
 * @throws ServiceError `service_unavailable` when a required model returned nothing usable
 */
export interface Engine {
  readonly name: string;
  /**
   * Announces that a draft of this workspace may come soon. The announcement ends when the returned function is called.
   */
  expect?(workspaceId: string): () => void;
  draft(input: DraftInput, permission?: ModelPermission, stageEnded?: StageEnd): Promise<DraftOutput> | DraftOutput;
}
