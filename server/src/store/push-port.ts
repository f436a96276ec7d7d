/**
 * Browsers that receive push notifications. Each belongs to a session: signing out, disabling the account or ending the
 * session ends it. It is part of the store.
 */
export interface PushStore {
  /**
   * The devices of a workspace's people that are notified now. Empty for a workspace that does not exist and has no
   * installer.
   */
  pushTargets(input: { workspaceId: string }): Promise<PushTarget[]>;
  /**
   * Stores where a session's browser receives notifications; null removes it. Returns false if the session does not
   * exist.
   */
  keepPush(input: { sessionId: string; push: string | null }): Promise<boolean>;
}

export interface PushTarget {
  readonly sessionId: string;
  readonly accountId: string;
  /** The JSON of a `PushDevice`; it stays sealed if no key opens it. */
  readonly push: string;
}
