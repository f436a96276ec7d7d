import Type, { type Static } from 'typebox';

export const PlanName = Type.Enum(['creator', 'studio', 'agency']);
export type PlanName = Static<typeof PlanName>;

/** The limits of a plan: requests per minute for each key, and replies per calendar month (UTC) for the workspace. */
export interface Plan {
  readonly requestsPerMinute: number;
  readonly monthlyReplies: number;
}

export type PlanTable = Readonly<Record<PlanName, Plan>>;

/** Returns the monthly replies of each plan. */
export function monthlyRepliesOf({ creator, studio, agency }: PlanTable): Readonly<Record<PlanName, number>> {
  return { creator: creator.monthlyReplies, studio: studio.monthlyReplies, agency: agency.monthlyReplies };
}

export const defaultPlans: PlanTable = {
  creator: { requestsPerMinute: 60, monthlyReplies: 500 },
  studio: { requestsPerMinute: 180, monthlyReplies: 3_000 },
  agency: { requestsPerMinute: 600, monthlyReplies: 20_000 },
};
