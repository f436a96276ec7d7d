import type { HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { Decision } from '../domain/decision.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';

/** Everything a draft may rest on. The engine sees nothing else. */
export interface DraftInput {
  readonly message: string;
  /** Oldest first, at most 40. */
  readonly history: readonly HistoryMessage[];
  readonly displayName: string;
  /** Engines may remember what they derived from a persona object by its identity: it is never changed in place. */
  readonly persona: Persona;
  readonly relationship: Relationship | null;
  /** True while the conversation waits for the creator: the decision is then `review` at least. */
  readonly awaitsCreator: boolean;
  readonly now: EpochMs;
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
}

/** A drafting engine: pure, so the same input gives the same bytes. */
export interface Engine {
  readonly name: string;
  draft(input: DraftInput): Promise<DraftOutput> | DraftOutput;
}
