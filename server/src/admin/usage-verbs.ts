import { monthlyRepliesOf, type PlanTable } from '../domain/plan.ts';
import { type UsageResponse, usageView } from '../domain/usage.ts';
import { OperatorError } from '../lib/errors.ts';
import type { Store } from '../store/port.ts';
import { isoTime } from './iso-time.ts';
import { requireWorkspace } from './require-workspace.ts';

export type UsageView = UsageResponse['usage'];

/** Creates an operator's actions on the monthly allowance: reading it and charging replies to it. */
export function createUsageVerbs({ store, plans }: { store: Store; plans: PlanTable }) {
  const monthlyReplies = monthlyRepliesOf(plans);

  return {
    /** Reads the current month's usage, as callers see it. @throws OperatorError when the workspace does not exist */
    async read({ workspaceId }: { workspaceId: string }): Promise<UsageView> {
      const usage = await store.usage({ workspaceId, monthlyReplies });
      if (usage === null) {
        await requireWorkspace(store, workspaceId);
        throw new OperatorError(`Workspace "${workspaceId}" was just removed.`);
      }
      return usageView(usage);
    },

    /**
     * Charges one reply from a connected inbox or a creator Page, once per id. @throws OperatorError when the allowance
     * is used up
     */
    async record(input: {
      workspaceId: string;
      source: 'inbox' | 'page';
      externalId: string;
    }): Promise<{ outcome: 'charged' | 'already_charged' }> {
      const result = await store.recordUsage({ ...input, monthlyReplies });
      if (result.outcome === 'workspace_not_found') await requireWorkspace(store, input.workspaceId);
      if (result.outcome === 'allowance_used') {
        throw new OperatorError(
          `The monthly allowance of workspace "${input.workspaceId}" is used up; it renews at ${isoTime(result.renewsAt)}. Nothing was charged.`,
        );
      }
      if (result.outcome === 'workspace_inactive') {
        throw new OperatorError(
          `Workspace "${input.workspaceId}" has no active paid plan, so nothing was charged. Import it with "status: active" first.`,
        );
      }
      if (result.outcome === 'workspace_not_found')
        throw new OperatorError(
          `Workspace "${input.workspaceId}" was created while this command was running. Try again.`,
        );
      return { outcome: result.outcome };
    },
  };
}
