import { createPlaces, type Leave } from '../../lib/turns/places.ts';

/** How many live streams may be open: in this process, for one workspace, and for one account. */
export interface StreamBounds {
  readonly process: number;
  readonly workspace: number;
  readonly account: number;
}

/**
 * The limits. An account's limit allows many windows on several devices. No workspace may use more than a quarter of
 * all streams.
 */
export const streamBounds: StreamBounds = { process: 2_000, workspace: 500, account: 20 };

export interface StreamPlaces {
  /**
   * Takes one slot. Returns a function that frees the slot and may be called more than once, or the limit that is
   * reached.
   */
  take(of: { readonly workspaceId: string; readonly accountId: string }): Leave | keyof StreamBounds;
  /** Returns the number of slots currently taken. */
  taken(): number;
}

export function createStreamPlaces(bounds: StreamBounds = streamBounds): StreamPlaces {
  const workspaces = createPlaces({ total: bounds.process, perName: bounds.workspace });
  const accounts = createPlaces({ total: bounds.process, perName: bounds.account });

  return {
    taken: () => workspaces.taken(),
    take({ workspaceId, accountId }) {
      if (workspaces.taken() >= bounds.process) return 'process';
      const leaveAccount = accounts.takeNow(accountId);
      if (leaveAccount === null) return 'account';
      const leaveWorkspace = workspaces.takeNow(workspaceId);
      if (leaveWorkspace === null) {
        leaveAccount();
        return 'workspace';
      }
      return () => {
        leaveAccount();
        leaveWorkspace();
      };
    },
  };
}
