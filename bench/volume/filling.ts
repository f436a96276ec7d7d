/** The number of messages to store, and the deadline. */
export interface Filling {
  readonly workspaces: readonly string[];
  readonly perWorkspace: number;
  /** Returns false if time or disk space is used up. */
  mayGoOn(): boolean;
}
