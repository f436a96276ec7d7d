import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Store } from '../../store/port.ts';

/** Within a minute: drafts that somebody tries one by one, and looks at what many messages would get. */
const perMinute = {
  trial: { account: 60, workspace: 180 },
  rehearsal: { account: 10, workspace: 30 },
} as const;

const refusals = {
  trial: 'You tried more messages than a minute allows. Wait a moment, then try the next one.',
  rehearsal: 'You compared more drafts than a minute allows. Wait a moment, then try again.',
} as const;

export interface TrialMeter {
  /** Counts one. @throws ConsoleError `console_too_many_attempts` beyond what an account or a workspace may within a minute */
  count(kind: keyof typeof perMinute, of: { readonly accountId: string; readonly workspaceId: string }): Promise<void>;
}

/** Meters the drafts of the console, which no allowance charges: people try messages by hand, and no program drafts this way. */
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
