/**
 * Browsers that receive push notifications. Each one belongs to a session, and is removed when the session ends, the
 * user signs out or the account is disabled. `Store` extends this interface, so its guarantees apply.
 */
export interface PushStore {
  /** Returns the devices that currently get a workspace's notifications: those of its members and of installers. */
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
  /** The JSON of a `PushDevice`. It stays sealed if no key opens it. */
  readonly push: string;
}
