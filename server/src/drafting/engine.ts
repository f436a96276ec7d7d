import type { Autonomy } from '../domain/autonomy.ts';
import type { HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { Decision } from '../domain/decision.ts';
import type { ModelUse } from '../domain/language-model.ts';
import type { StageEnd } from '../domain/measures.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';
import type { Aside } from '../lib/fair-time.ts';
import type { TaughtClassifier } from './answer/taught-classifier.ts';

/** Everything a draft may rest on. The engine sees nothing else. */
export interface DraftInput {
  readonly message: string;
  /** Oldest first, at most 40. */
  readonly history: readonly HistoryMessage[];
  readonly displayName: string;
  /** Engines may remember what they derived from a persona object by its identity: it is never changed in place. */
  readonly persona: Persona;
  /**
   * What the persona's phrases taught. It may be of another state of the persona: an item whose hash it does not name
   * counts as untaught. Null or absent: nothing is taught.
   */
  readonly classifier?: TaughtClassifier | null;
  readonly relationship: Relationship | null;
  /** True while the conversation waits for the creator: the decision is then `review` at least. */
  readonly awaitsCreator: boolean;
  /** How much the workspace lets the service answer by itself; `careful` by default. */
  readonly autonomy?: Autonomy;
  /** Ids of items that creators edited or rejected so often that they are only proposed. */
  readonly withheld?: readonly string[];
  readonly now: EpochMs;
  /** On whose behalf: workspaces share the processor. No decision depends on it. */
  readonly workspaceId?: string;
}

/** Why a decision came out as it did: ids, offsets and scores, never a text of the message. JSON-serialisable. */
export interface Trace {
  readonly engine: string;
  readonly version: number;
  readonly [detail: string]: unknown;
}

export interface DraftOutput {
  readonly decision: Decision & { readonly rationale: string; readonly mediaAssetId: string };
  readonly trace: Trace;
  /** Set when a language model was to read the message, whether its reading was used or not. */
  readonly modelUse?: ModelUse;
}

/** A workspace's permission to let a language model read its messages. */
export interface ModelPermission {
  readonly workspaceId: string;
  /** Whether the model may also put the reply into words; false by default. */
  readonly mayWord?: boolean;
  /** False once the caller has gone: then no model is asked any more. */
  readonly isWanted: () => boolean;
  /** Through this the engine waits for the model, where it works in turns: others have theirs meanwhile. */
  readonly aside?: Aside;
}

/**
 * A drafting engine. Without permission to ask a model it is pure (the same input gives the same bytes) and answers within
 * milliseconds. It tells of each stage as it ends, and keeps no time itself.
 * @throws ServiceError `service_unavailable` when a model that is required gave nothing to use
 */
export interface Engine {
  readonly name: string;
  /** Announces that a draft of this workspace may come soon, until the function that it returns is called. */
  expect?(workspaceId: string): () => void;
  draft(input: DraftInput, permission?: ModelPermission, stageEnded?: StageEnd): Promise<DraftOutput> | DraftOutput;
}
