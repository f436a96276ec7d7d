import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Store } from '../../store/port.ts';

/**
 * The limits per minute: `trial` for drafts that a person tries one by one, and `rehearsal` for previews of the replies
 * to many messages.
 */
const perMinute = {
  trial: { account: 60, workspace: 180 },
  rehearsal: { account: 10, workspace: 30 },
} as const;

const refusals = {
  trial: 'Too many messages were tried in the last minute. Wait a moment, then try the next one.',
  rehearsal: 'Too many previews were started in the last minute. Wait a moment, then try again.',
} as const;

export interface TrialMeter {
  /**
   * Counts one draft or preview.
   * @throws ConsoleError `console_too_many_attempts` beyond the per-minute limit of an account or a workspace
   */
  count(kind: keyof typeof perMinute, of: { readonly accountId: string; readonly workspaceId: string }): Promise<void>;
}

/**
 * Creates the meter that limits the console's drafts, which do not use the allowance. Such drafts are for people who
 * try messages by hand, not for programs.
 */
export function createTrialMeter({ store }: { readonly store: Pick<Store, 'countAttempt'> }): TrialMeter {
  return {
    async count(kind, { accountId, workspaceId }) {
      const { account, workspace } = perMinute[kind];
      const retryAfterSeconds = await store.countAttempt({
        names: [
          { name: `${kind} by ${accountId}`, limit: account },
          { name: `${kind} in ${workspaceId}`, limit: workspace },
        ],
      });
      if (retryAfterSeconds > 0) {
        throw new ConsoleError('console_too_many_attempts', { message: refusals[kind], retryAfterSeconds });
      }
    },
  };
}
