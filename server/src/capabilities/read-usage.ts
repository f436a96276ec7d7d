import { UsageRequest, UsageResponse, usageDescription, usageExample, usageView } from '../domain/usage.ts';
import type { CapabilityDefinition } from './capability.ts';

/** Reads the month's allowance and counts of operations. Never returns content. */
export const readUsage: CapabilityDefinition<UsageRequest, UsageResponse> = {
  path: '/api/v1/agent/usage',
  scope: 'usage:read',
  isWrite: false,
  input: UsageRequest,
  output: UsageResponse,
  tool: {
    name: 'agent_get_usage',
    title: 'Read the usage',
    description: usageDescription,
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
    responses: { november: { value: usageExample } },
  },
  async run({ store, monthlyReplies }, { actor }) {
    const usage = await store.usage({ workspaceId: actor.workspaceId, monthlyReplies });
    if (usage === null) throw new Error('the workspace of a verified key is missing');
    return { json: JSON.stringify({ ok: true, usage: usageView(usage) }), isReplay: false };
  },
};
