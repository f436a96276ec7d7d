/** How many live streams may be open: in this process, for one workspace, and for one account. */
export interface StreamBounds {
  readonly process: number;
  readonly workspace: number;
  readonly account: number;
}

/**
 * An account's limit leaves room for many windows on several devices; no workspace takes more than a quarter of the
 * total.
 */
export const streamBounds: StreamBounds = { process: 2_000, workspace: 500, account: 20 };

export interface StreamPlaces {
  /**
   * Takes one place. Returns a function that frees it, which may be called more than once; or the limit that is
   * reached.
   */
  take(of: { readonly workspaceId: string; readonly accountId: string }): (() => void) | keyof StreamBounds;
  /** The number of places taken now. */
  taken(): number;
}

export function createStreamPlaces(bounds: StreamBounds = streamBounds): StreamPlaces {
  const workspaces = new Map<string, number>();
  const accounts = new Map<string, number>();
  let taken = 0;

  return {
    taken: () => taken,
    take({ workspaceId, accountId }) {
      if (taken >= bounds.process) return 'process';
      if ((accounts.get(accountId) ?? 0) >= bounds.account) return 'account';
      if ((workspaces.get(workspaceId) ?? 0) >= bounds.workspace) return 'workspace';
      taken += 1;
      add(workspaces, workspaceId, 1);
      add(accounts, accountId, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        add(workspaces, workspaceId, -1);
        add(accounts, accountId, -1);
      };
    },
  };
}

/** A name without a place is removed, so that memory follows the number of open streams. */
function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}
