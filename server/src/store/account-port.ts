import type { Role } from '../domain/console/shapes.ts';
import type { EpochMs } from '../domain/period.ts';
import type { PlanName } from '../domain/plan.ts';
import type { ActiveStatus } from '../domain/workspace-document.ts';

/**
 * The accounts of people who use the console. Accounts span workspaces and contain no workspace data. Links and
 * sessions are looked up by the SHA-256 of a secret, in hex; the secret itself is never stored.
 */
export interface AccountStore {
  hasAccounts(): Promise<boolean>;

  /**
   * Stores a one-time link for `lifetimeMs`. A new invitation replaces an earlier one for the same workspace and
   * address. A new reset link replaces the account's previous one. Until the first account is created, the newest
   * twenty set-up links are all valid. Returns null if the inviting account does not own the workspace.
   * @throws OperatorError if the workspace already has `maxOpen` open invitations, not counting the invitation that
   * this one replaces
   */
  makeLink(input: NewLink): Promise<LinkRecord | null>;
  /** Returns the link, or null if it does not exist, was used or has expired. */
  readLink(input: { tokenHash: string; kind: LinkKind }): Promise<LinkRecord | null>;
  /** Redeems a link and returns it. Returns null if it does not exist, was used or has expired. */
  useLink(input: { tokenHash: string; kind: LinkKind }): Promise<LinkRecord | null>;
  /** Returns a workspace's open invitations, newest first. */
  listInvitations(input: { workspaceId: string }): Promise<LinkRecord[]>;
  withdrawInvitation(input: { workspaceId: string; linkId: string }): Promise<boolean>;

  /**
   * Redeems a set-up link or an invitation and creates an account, in one commit. A set-up link only works for the
   * first account. An invited account gets the invitation's address and joins its workspace. If the link verifies the
   * address, the new account replaces any account with the same unverified address: it takes over the replaced
   * account's memberships, and the replaced account's credentials are removed.
   */
  createAccount(input: NewAccount): Promise<'created' | 'link_invalid' | 'email_taken' | 'address_unproven'>;
  /**
   * Redeems an invitation for an account with the invited address. An account with an unverified address cannot join
   * another workspace.
   */
  joinWorkspace(input: {
    tokenHash: string;
    accountId: string;
  }): Promise<'joined' | 'link_invalid' | 'other_address' | 'address_unproven'>;
  /**
   * Redeems a reset link. Sets the account's password, and makes the link's address its verified address. All its
   * sessions end, and its passkeys are removed unless the link keeps them. Returns the account's id, or null if the
   * link is invalid, the account is disabled, or another account has verified the address.
   */
  resetPassword(input: { tokenHash: string; passwordHash: string; notice: Notice }): Promise<string | null>;
  accountByEmail(input: { email: string }): Promise<AccountRecord | null>;
  account(input: { accountId: string }): Promise<AccountRecord | null>;
  /**
   * Changes an account's name, password or both. A new password ends the sessions and removes the passkeys that the
   * change does not keep. Returns false if the account does not exist.
   */
  changeAccount(input: AccountChange): Promise<boolean>;

  /**
   * Counts one attempt under each name in sliding windows of 60 s. Returns the whole seconds to wait if a name is at
   * its limit, otherwise 0.
   */
  countAttempt(input: { names: readonly { readonly name: string; readonly limit: number }[] }): Promise<number>;

  openSession(input: NewSession): Promise<void>;
  /**
   * Returns the session with its account and, if `workspaceId` is given, the account's role in that workspace. Each use
   * extends the session to `idleMs` from now, but never beyond its maximum lifetime. Returns null if the session is
   * unknown, ended or expired, or if its account is disabled.
   */
  useSession(input: { sessionHash: string; workspaceId: string | null; idleMs: number }): Promise<SessionRecord | null>;
  /** Returns an account's sessions, most recently used first. */
  listSessions(input: { accountId: string }): Promise<SessionSummary[]>;
  /** Ends one session of an account, or all of them if `sessionId` is null. Returns how many ended. */
  endSessions(input: { accountId: string; sessionId: string | null }): Promise<number>;
  /** Returns an account's workspaces, ordered by name. An installer owns every workspace. */
  workspacesOf(input: { accountId: string }): Promise<MembershipRecord[]>;

  addPasskey(input: NewPasskey & { readonly notice: Notice }): Promise<boolean>;
  listPasskeys(input: { accountId: string }): Promise<PasskeyRecord[]>;
  passkey(input: { credentialId: string }): Promise<PasskeyRecord | null>;
  /** Records a sign-in with a passkey. */
  touchPasskey(input: { credentialId: string; counter: number }): Promise<void>;
  removePasskey(input: { accountId: string; credentialId: string }): Promise<boolean>;

  /** Returns a workspace's members, including installers, ordered by name. */
  listMembers(input: { workspaceId: string }): Promise<MemberRecord[]>;
  /**
   * Changes a member's role; null removes the member. If that was the last membership of an account with an unverified
   * address, the account is removed too. A person who is no longer an owner loses their open invitations. Returns false
   * if the account has no explicit membership. An installer owns every workspace even without an explicit membership.
   */
  changeMember(input: { workspaceId: string; accountId: string; role: Role | null }): Promise<boolean>;
}

export type LinkKind = 'set_up' | 'invitation' | 'password_reset' | 'challenge';

export interface NewLink {
  readonly linkId: string;
  readonly tokenHash: string;
  readonly kind: LinkKind;
  readonly lifetimeMs: number;
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly email: string | null;
  /** The account whose password the link resets, or the account that sends the invitation; null for other links. */
  readonly accountId: string | null;
  /** The inviter's name, which the invitation shows; null for other links. */
  readonly madeBy: string | null;
  /**
   * Whether using the link verifies the address. This is the case if the link was mailed to the address, or if the
   * operator vouches for the address.
   */
  readonly provesAddress: boolean;
  /** Whether a reset with this link keeps the account's passkeys. */
  readonly keepsPasskeys: boolean;
  /** The maximum number of open invitations in the workspace, including this one; unlimited if omitted. */
  readonly maxOpen?: number;
}

export interface LinkRecord extends Omit<NewLink, 'tokenHash' | 'lifetimeMs' | 'maxOpen'> {
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

export interface NewAccount {
  readonly kind: 'set_up' | 'invitation';
  readonly tokenHash: string;
  readonly accountId: string;
  /** In lower case. An account created from an invitation gets the invitation's address instead. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

export interface AccountRecord {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly isInstaller: boolean;
  readonly passwordHash: string | null;
  /** Whether the owner has verified the address; always true for an installer. */
  readonly isProven: boolean;
  readonly isDisabled: boolean;
}

export interface AccountChange {
  readonly accountId: string;
  /** The new name; null leaves it unchanged. */
  readonly name: string | null;
  readonly password: PasswordChange | null;
}

export interface PasswordChange {
  readonly hash: string;
  readonly keptSessionId: string | null;
  readonly keepsSessions: boolean;
  readonly keepsPasskeys: boolean;
  readonly notice: Notice;
}

/** The data in a notice about a new credential, except its kind. */
export interface Notice {
  readonly noticeId: string;
  readonly browser: string;
  /** The session that created the credential. This session does not see the notice. Null if there is none. */
  readonly sessionId: string | null;
}

export interface NewSession {
  readonly sessionHash: string;
  readonly sessionId: string;
  readonly accountId: string;
  readonly browser: string;
  readonly idleMs: number;
  readonly maxMs: number;
}

export interface SessionSummary {
  readonly sessionId: string;
  readonly createdAt: EpochMs;
  readonly lastSeenAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly browser: string;
}

export interface SessionRecord {
  readonly sessionId: string;
  readonly expiresAt: EpochMs;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly isInstaller: boolean;
  readonly hasPassword: boolean;
  /** The role in the requested workspace; null if the account is not a member or the workspace does not exist. */
  readonly role: Role | null;
}

export interface MembershipRecord {
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly status: ActiveStatus;
  readonly role: Role;
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly accountId: string;
  readonly name: string;
  /** The public key, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface PasskeyRecord extends NewPasskey {
  readonly createdAt: EpochMs;
  readonly lastUsedAt: EpochMs | null;
}

export interface MemberRecord {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly isInstaller: boolean;
  readonly isProven: boolean;
  readonly joinedAt: EpochMs;
  readonly lastSeenAt: EpochMs | null;
}
