/** The settings for how many messages the service answers automatically. */
export const autonomies = ['off', 'careful', 'balanced'] as const;
export type Autonomy = (typeof autonomies)[number];

/** How a creator handled a proposed reply. */
export const outcomes = ['unchanged', 'edited', 'rejected'] as const;
export type ProposalOutcome = (typeof outcomes)[number];

/** The outcomes of an item's proposals since the item was last changed or released. */
export interface ItemRecord {
  readonly itemId: string;
  /** The hash of the item's content when it was proposed. */
  readonly hash: string;
  readonly unchanged: number;
  readonly edited: number;
  readonly rejected: number;
}

/** What is recorded about the proposed reply of a stored draft, to count how creators handle proposals. */
export interface ProposalTally {
  readonly profileId: string;
  /** The facts and offers in the reply, ordered by id, each with the hash of its current content. */
  readonly items: readonly { readonly id: string; readonly hash: string }[];
  /** Whether the reply would have been automatic if autonomy were on; null if autonomy is on. */
  readonly trial: 'automatic' | 'review' | null;
}

/**
 * Thresholds for edited and rejected proposals. If the creator edited or rejected at least `leastChanged` of an item's
 * proposals, and more than `mostChangedShare` of all handled ones, replies with the item are only proposed, never
 * automatic.
 */
const leastChanged = 3;
const mostChangedShare = 0.25;

/**
 * Returns true if the creator edited or rejected an item's proposals so often that replies with it are only proposed.
 */
export function isWithheld({ unchanged, edited, rejected }: Omit<ItemRecord, 'itemId' | 'hash'>): boolean {
  const changed = edited + rejected;
  return changed >= leastChanged && changed > mostChangedShare * (changed + unchanged);
}
