/** Browsers that are told by push. Each is a session: signing out, a disabled account and an ended session end it. As part of the store. */
export interface PushStore {
  /** Those of a workspace's people that are told now. Empty for a workspace that does not exist and has no installer. */
  pushTargets(input: { workspaceId: string }): Promise<PushTarget[]>;
  /** Keeps where a session's browser is told; null ends it. False when there is no such session. */
  keepPush(input: { sessionId: string; push: string | null }): Promise<boolean>;
}

export interface PushTarget {
  readonly sessionId: string;
  readonly accountId: string;
  /** The JSON of a `PushDevice`; sealed where no key opens it. */
  readonly push: string;
}
