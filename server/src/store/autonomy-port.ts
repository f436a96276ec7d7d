import type { Autonomy, ItemRecord, ProposalOutcome } from '../domain/autonomy.ts';

/**
 * The autonomy of each workspace, and how creators handled the workspace's proposals. `Store` extends this interface,
 * so its guarantees apply.
 */
export interface AutonomyStore {
  /**
   * Returns the records of a workspace, with items and trials ordered by id. Returns null if the workspace does not
   * exist.
   */
  autonomy(input: { workspaceId: string }): Promise<AutonomyRecord | null>;
  /** Sets a workspace's autonomy. Turning it off begins a new trial. Returns false if the workspace does not exist. */
  setAutonomy(input: { workspaceId: string; autonomy: Autonomy }): Promise<boolean>;
  /**
   * Records how the creator handled a stored draft, only once per draft. Returns `not_found` if there is no record of
   * the draft. A draft that used no item while autonomy was on has no record.
   */
  recordOutcome(input: {
    workspaceId: string;
    idempotencyKey: string;
    outcome: ProposalOutcome;
  }): Promise<'recorded' | 'repeated' | 'not_found'>;
  /** Resets an item's record, so that the item may become automatic again. Returns false if it has no record. */
  releaseItem(input: { workspaceId: string; profileId: string; itemId: string }): Promise<boolean>;
}

export interface AutonomyRecord {
  readonly autonomy: Autonomy;
  readonly trials: readonly TrialRecord[];
  readonly items: readonly ProposedItemRecord[];
}

/** What autonomy would have decided for a profile's drafts while it was turned off. */
export interface TrialRecord {
  readonly profileId: string;
  readonly drafts: number;
  /**
   * The number of drafts that would have been answered automatically. The counts below say how creators handled these
   * drafts.
   */
  readonly automatic: number;
  readonly unchanged: number;
  readonly edited: number;
  readonly rejected: number;
}

export interface ProposedItemRecord extends ItemRecord {
  readonly profileId: string;
  readonly proposed: number;
}
