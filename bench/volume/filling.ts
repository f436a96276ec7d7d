/** What is to be filled, and until when. */
export interface Filling {
  readonly workspaces: readonly string[];
  readonly perWorkspace: number;
  /** False when time or disk are used up. */
  mayGoOn(): boolean;
}
