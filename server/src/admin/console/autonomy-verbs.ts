import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { Store } from '../../store/port.ts';

/**
 * Creates the actions that read and set how many messages the service answers automatically, and that read a trial's
 * results.
 */
export function createAutonomyVerbs({ store }: { readonly store: Pick<Store, 'autonomy' | 'setAutonomy'> }) {
  /** Reads a workspace's autonomy. @throws ConsoleError `console_not_found` */
  async function read(workspaceId: string): Promise<ConsoleOutput<'readAutonomy'>> {
    const record = await store.autonomy({ workspaceId });
    if (record === null) throw new ConsoleError('console_not_found');
    return {
      autonomy: record.autonomy,
      trials: record.trials.map(({ profileId, drafts, automatic, unchanged, edited, rejected }) => ({
        profileId,
        drafts,
        automatic,
        changed: edited + rejected,
        judged: unchanged + edited + rejected,
      })),
    };
  }

  return {
    read,
    async set(workspaceId: string, { autonomy }: ConsoleInput<'setAutonomy'>): Promise<ConsoleOutput<'setAutonomy'>> {
      await store.setAutonomy({ workspaceId, autonomy });
      return read(workspaceId);
    },
  };
}
