import type { Autonomy, ItemRecord, ProposalOutcome } from '../domain/autonomy.ts';

/** How far workspaces let the service answer by itself, and what became of what it proposed. As part of the store, under the promises of its port. */
export interface AutonomyStore {
  /** Null when the workspace does not exist. Items and trials in the order of their ids. */
  autonomy(input: { workspaceId: string }): Promise<AutonomyRecord | null>;
  /** False when the workspace does not exist. Turning autonomy off begins a new trial. */
  setAutonomy(input: { workspaceId: string; autonomy: Autonomy }): Promise<boolean>;
  /** Counts what the creator did with a stored draft, once; `not_found` also where its reply held no item and autonomy was on. */
  recordOutcome(input: {
    workspaceId: string;
    idempotencyKey: string;
    outcome: ProposalOutcome;
  }): Promise<'recorded' | 'repeated' | 'not_found'>;
  /** Begins the record of an item anew, so that it may be automatic again. False when it has none. */
  releaseItem(input: { workspaceId: string; profileId: string; itemId: string }): Promise<boolean>;
}

export interface AutonomyRecord {
  readonly autonomy: Autonomy;
  readonly trials: readonly TrialRecord[];
  readonly items: readonly ProposedItemRecord[];
}

/** What autonomy would have done for a profile while it was off. */
export interface TrialRecord {
  readonly profileId: string;
  readonly drafts: number;
  /** Those that would have been answered without the creator; and what creators did with these. */
  readonly automatic: number;
  readonly unchanged: number;
  readonly edited: number;
  readonly rejected: number;
}

export interface ProposedItemRecord extends ItemRecord {
  readonly profileId: string;
  readonly proposed: number;
}
