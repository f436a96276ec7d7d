/** How much a workspace lets the service answer automatically. */
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

/** The proposal that is counted with a stored draft. */
export interface ProposalTally {
  readonly profileId: string;
  /** The facts and offers in the reply, each with the hash of its current content, ordered by id. */
  readonly items: readonly { readonly id: string; readonly hash: string }[];
  /** Whether the reply would have been automatic if autonomy were on; null if autonomy is on. */
  readonly trial: 'automatic' | 'review' | null;
}

/**
 * Once at least `leastChanged` of an item's proposals were edited or rejected, and these are more than
 * `mostChangedShare` of the proposals that the creator acted on, replies with the item are only proposed, never
 * automatic.
 */
const leastChanged = 3;
const mostChangedShare = 0.25;

/** Returns true if an item was edited or rejected so often that it is only proposed. */
export function isWithheld({ unchanged, edited, rejected }: Omit<ItemRecord, 'itemId' | 'hash'>): boolean {
  const changed = edited + rejected;
  return changed >= leastChanged && changed > mostChangedShare * (changed + unchanged);
}
