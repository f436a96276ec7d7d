import type { UsageResponse } from '../../src/domain/usage.ts';

/**
 * Returns the usage of November 2026 in a workspace that has used nothing. Tests of the layout compare with this value,
 * so a new count is added only here.
 */
export function unusedUsage({ plan, limit }: Pick<UsageResponse['usage'], 'plan' | 'limit'>): UsageResponse['usage'] {
  return {
    plan,
    limit,
    used: 0,
    remaining: limit,
    period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    totals: { drafts: 0, replays: 0, handoffs: 0, bySource: { api: 0, inbox: 0, page: 0 } },
  };
}
