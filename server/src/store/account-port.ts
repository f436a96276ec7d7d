import type { Role } from '../domain/console/shapes.ts';
import type { EpochMs } from '../domain/period.ts';
import type { PlanName } from '../domain/plan.ts';
import type { ActiveStatus } from '../domain/workspace-document.ts';

/**
 * The accounts of people who use the console. They cross workspaces, hold nothing of what a workspace contains, and are
 * found by what is kept of a secret: its SHA-256 in hex, never the secret.
 */
export interface AccountStore {
  hasAccounts(): Promise<boolean>;

  /**
   * Keeps a one-time link for `lifetimeMs`. A new invitation ends the one of its workspace and address, a new reset link that of its account;
   * set-up links hold side by side, the newest twenty, until the first account is made. Null: whoever invites is no owner of the workspace.
   * @throws OperatorError when the workspace has `maxOpen` open invitations besides the one that this ends
   */
  makeLink(input: NewLink): Promise<LinkRecord | null>;
  /** The link, unless it was used or has expired. */
  readLink(input: { tokenHash: string; kind: LinkKind }): Promise<LinkRecord | null>;
  /** The link, which is used up by this. */
  useLink(input: { tokenHash: string; kind: LinkKind }): Promise<LinkRecord | null>;
  /** Open invitations of a workspace, newest first. */
  listInvitations(input: { workspaceId: string }): Promise<LinkRecord[]>;
  withdrawInvitation(input: { workspaceId: string; linkId: string }): Promise<boolean>;

  /**
   * Uses a set-up link or an invitation up for a new account: all of it or nothing. Only the first account of all can be set up; an
   * invitation's account has its address and joins its workspace. Where the link proves the address, the new account takes the
   * place of one whose address nobody proved: that one's memberships go over, its credentials end.
   */
  createAccount(input: NewAccount): Promise<'created' | 'link_invalid' | 'email_taken' | 'address_unproven'>;
  /** Uses an invitation up for an account that has its address. One whose address nobody proved joins no further workspace. */
  joinWorkspace(input: {
    tokenHash: string;
    accountId: string;
  }): Promise<'joined' | 'link_invalid' | 'other_address' | 'address_unproven'>;
  /**
   * Uses a reset link up: the account has the link's address, proven, and the password; every session ends, and every passkey
   * unless the link keeps them. The account's id; null when the link is invalid, the account disabled or the address another proven
   * account's.
   */
  resetPassword(input: { tokenHash: string; passwordHash: string; notice: Notice }): Promise<string | null>;
  accountByEmail(input: { email: string }): Promise<AccountRecord | null>;
  account(input: { accountId: string }): Promise<AccountRecord | null>;
  /** False when there is no such account. A new password ends every session but the kept one, and every passkey, unless they are kept. */
  changeAccount(input: AccountChange): Promise<boolean>;

  /** Counts one attempt under each name in sliding windows of 60 s; whole seconds to wait where one is at its limit, 0 otherwise. */
  countAttempt(input: { names: readonly { readonly name: string; readonly limit: number }[] }): Promise<number>;

  openSession(input: NewSession): Promise<void>;
  /** The session with its account, and its role in the workspace where one is asked for. Use prolongs it to `idleMs` from now, within its end. Null: unknown, ended, expired, or of a disabled account. */
  useSession(input: { sessionHash: string; workspaceId: string | null; idleMs: number }): Promise<SessionRecord | null>;
  /** Latest used first. */
  listSessions(input: { accountId: string }): Promise<SessionSummary[]>;
  /** Ends one session of an account, or all where none is named. How many. */
  endSessions(input: { accountId: string; sessionId: string | null }): Promise<number>;
  /** By name. An installer is owner of every workspace there is. */
  workspacesOf(input: { accountId: string }): Promise<MembershipRecord[]>;

  addPasskey(input: NewPasskey & { readonly notice: Notice }): Promise<boolean>;
  listPasskeys(input: { accountId: string }): Promise<PasskeyRecord[]>;
  passkey(input: { credentialId: string }): Promise<PasskeyRecord | null>;
  /** Notes a sign-in. */
  touchPasskey(input: { credentialId: string; counter: number }): Promise<void>;
  removePasskey(input: { accountId: string; credentialId: string }): Promise<boolean>;

  /** By name, installers too. */
  listMembers(input: { workspaceId: string }): Promise<MemberRecord[]>;
  /** A null role removes the member, and with the last membership an account whose address nobody proved. Who is owner no longer leaves no open invitation. False when there is none such; an installer is not changed. */
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
  /** Whose password is reset, whose passkey is made, or who invites. */
  readonly accountId: string | null;
  /** By which name that is told. */
  readonly madeBy: string | null;
  /** Whoever uses the link shows that its address is theirs: it was mailed there, or the operator vouches. */
  readonly provesAddress: boolean;
  /** A reset by it leaves the passkeys of the account. */
  readonly keepsPasskeys: boolean;
  /** How many invitations of the workspace may be open, with this one; no bound where left out. */
  readonly maxOpen?: number;
}

export interface LinkRecord {
  readonly linkId: string;
  readonly kind: LinkKind;
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly email: string | null;
  readonly accountId: string | null;
  readonly madeBy: string | null;
  readonly provesAddress: boolean;
  readonly keepsPasskeys: boolean;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

export interface NewAccount {
  readonly kind: 'set_up' | 'invitation';
  readonly tokenHash: string;
  readonly accountId: string;
  /** In lower case. An invitation's own address is taken instead. */
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
  /** The address was shown to be its owner's; always so of an installer. */
  readonly isProven: boolean;
  readonly isDisabled: boolean;
}

export interface AccountChange {
  readonly accountId: string;
  /** Null: stays. */
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

/** What the person is told of a new credential, but what it is. */
export interface Notice {
  readonly noticeId: string;
  readonly browser: string;
  /** The session that makes it, which is not told. */
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
  /** In the workspace that was asked for; null when the account is no member, or it does not exist. */
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
  /** base64url. */
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
