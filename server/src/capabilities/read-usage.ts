import { UsageRequest, UsageResponse } from '../domain/agent-contract.ts';
import type { UsageRecord } from '../store/workspace-port.ts';
import type { CapabilityDefinition } from './capability.ts';

/** Reads the month's allowance and counts of operations; never content. */
export const readUsage: CapabilityDefinition<UsageRequest, UsageResponse> = {
  path: '/api/v1/agent/usage',
  scope: 'usage:read',
  isWrite: false,
  input: UsageRequest,
  output: UsageResponse,
  tool: {
    name: 'agent_get_usage',
    title: 'Read the usage',
    description:
      "Returns the workspace's monthly reply allowance: limit, used, remaining, the period, and counts of operations. Use it before a batch of drafts, or to explain agent_monthly_quota_used. It is read-only.",
  },
  openapi: {
    operationId: 'readUsage',
    schemaName: 'Usage',
    tag: 'Creator',
    summary: 'Read the allowance and its use',
    description: 'The period is the calendar month in UTC. The response contains only counts, never content.',
    success: 'The current usage',
    errors: [],
    requests: { all: { value: {} } },
    responses: {
      november: {
        value: {
          ok: true,
          usage: {
            plan: 'creator',
            limit: 500,
            used: 38,
            remaining: 462,
            period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
            totals: { drafts: 31, replays: 4, handoffs: 2, bySource: { api: 31, inbox: 5, page: 2 } },
          },
        },
      },
    },
  },
  async run({ store, monthlyReplies }, { actor }) {
    const usage = await store.usage({ workspaceId: actor.workspaceId, monthlyReplies });
    if (usage === null) throw new Error('the workspace of a verified key is missing');
    return { json: JSON.stringify(usageResponse(usage)), isReplay: false };
  },
};

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
