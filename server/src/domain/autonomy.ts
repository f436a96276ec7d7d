/** How much a workspace lets the service answer automatically. */
export const autonomies = ['off', 'careful', 'balanced'] as const;
export type Autonomy = (typeof autonomies)[number];

/** How a creator handled a proposed reply. */
export const outcomes = ['unchanged', 'edited', 'rejected'] as const;
export type ProposalOutcome = (typeof outcomes)[number];

/** The outcomes of an item's proposals since the item was last changed or released. */
export interface ItemRecord {
  readonly itemId: string;
  /** The hash of the item as it was proposed. */
  readonly hash: string;
  readonly unchanged: number;
  readonly edited: number;
  readonly rejected: number;
}

/** The proposal of a stored draft, counted with it. */
export interface ProposalTally {
  readonly profileId: string;
  /** Facts and offers of the reply, each with the hash of its current content, in the order of their ids. */
  readonly items: readonly { readonly id: string; readonly hash: string }[];
  /** Whether it would have been automatic, while autonomy is off; null while it is on. */
  readonly trial: 'automatic' | 'review' | null;
}

/**
 * An item is only proposed once this many of its proposals were edited or rejected, and more than this share of those
 * acted on.
 */
const leastChanged = 3;
const mostChangedShare = 0.25;

/** Whether an item was edited or rejected often enough that it is only proposed. */
export function isWithheld({ unchanged, edited, rejected }: Omit<ItemRecord, 'itemId' | 'hash'>): boolean {
  const changed = edited + rejected;
  return changed >= leastChanged && changed > mostChangedShare * (changed + unchanged);
}
