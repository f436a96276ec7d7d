/**
 * Browsers that receive push notifications. Each one belongs to a session, and is removed when the session ends, the
 * user signs out or the account is disabled. It is part of the store and keeps the promises of `Store`.
 */
export interface PushStore {
  /** Returns the devices that are notified about a workspace now: those of its members and of installers. */
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
