import { UsageRequest, UsageResponse } from '../domain/agent-contract.ts';
import type { Store } from '../store/port.ts';
import type { MonthlyReplies, UsageRecord } from '../store/workspace-port.ts';
import { type Capability, defineCapability } from './capability.ts';
import { createInputParser } from './parse-input.ts';

/** Reads the month's allowance and counts of operations; never content. */
export function createReadUsage(deps: { store: Store; monthlyReplies: MonthlyReplies }): Capability<UsageRequest> {
  return defineCapability({
    name: 'read_usage',
    title: 'Read the usage',
    description: 'Returns the current monthly reply allowance, what is used and left of it, and counts of operations.',
    scope: 'usage:read',
    isWrite: false,
    input: UsageRequest,
    output: UsageResponse,
    parse: createInputParser(UsageRequest),
    async run({ actor }) {
      const usage = await deps.store.usage({ workspaceId: actor.workspaceId, monthlyReplies: deps.monthlyReplies });
      if (usage === null) throw new Error('the workspace of a verified key is gone');
      return { json: JSON.stringify(usageResponse(usage)), isReplay: false };
    },
  });
}

function usageResponse({ plan, limit, used, period, totals, bySource, model }: UsageRecord): UsageResponse {
  return {
    ok: true,
    usage: {
      plan,
      limit,
      used,
      remaining: Math.max(0, limit - used),
      period: { start: new Date(period.startsAt).toISOString(), end: new Date(period.endsAt).toISOString() },
      totals: { ...totals, bySource, ...(model === null ? {} : { model }) },
    },
  };
}
