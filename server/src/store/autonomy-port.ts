import type { Autonomy, ItemRecord, ProposalOutcome } from '../domain/autonomy.ts';

/**
 * How far each workspace lets the service answer automatically, and how its proposals turned out. It is part of the
 * store and follows the promises of its port.
 */
export interface AutonomyStore {
  /** Null if the workspace does not exist. Items and trials are in the order of their ids. */
  autonomy(input: { workspaceId: string }): Promise<AutonomyRecord | null>;
  /** Returns false if the workspace does not exist. Turning autonomy off begins a new trial. */
  setAutonomy(input: { workspaceId: string; autonomy: Autonomy }): Promise<boolean>;
  /**
   * Counts once how the creator handled a stored draft. Also returns `not_found` if the reply used no item while
   * autonomy was on.
   */
  recordOutcome(input: {
    workspaceId: string;
    idempotencyKey: string;
    outcome: ProposalOutcome;
  }): Promise<'recorded' | 'repeated' | 'not_found'>;
  /** Resets the record of an item, so that it may become automatic again. Returns false if it has none. */
  releaseItem(input: { workspaceId: string; profileId: string; itemId: string }): Promise<boolean>;
}

export interface AutonomyRecord {
  readonly autonomy: Autonomy;
  readonly trials: readonly TrialRecord[];
  readonly items: readonly ProposedItemRecord[];
}

/** The decisions that autonomy would have made for a profile while it was turned off. */
export interface TrialRecord {
  readonly profileId: string;
  readonly drafts: number;
  /** Drafts that would have been answered automatically, and how creators handled them. */
  readonly automatic: number;
  readonly unchanged: number;
  readonly edited: number;
  readonly rejected: number;
}

export interface ProposedItemRecord extends ItemRecord {
  readonly profileId: string;
  readonly proposed: number;
}
