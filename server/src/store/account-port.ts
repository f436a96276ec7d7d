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
   * Keeps a one-time link for `lifetimeMs`. A new one for an address ends those of the same kind, workspace and address;
   * set-up links hold side by side, the newest twenty, until the first account is made. Null: whoever invites is no owner of the workspace.
   */
  makeLink(input: NewLink): Promise<LinkRecord | null>;
  /** The link, unless it was used or has expired. */
  readLink(input: { tokenHash: string; kind: LinkKind }): Promise<LinkRecord | null>;
  /** The link, which is used up by this. */
  useLink(input: { tokenHash: string; kind: LinkKind }): Promise<LinkRecord | null>;
  /** Open invitations of a workspace, newest first. */
  listInvitations(input: { workspaceId: string }): Promise<LinkRecord[]>;
  withdrawInvitation(input: { workspaceId: string; linkId: string }): Promise<boolean>;

  /** Uses a set-up link or an invitation up for a new account: all of it or nothing. Only the first account of all can be set up; an invitation's account has its address and joins its workspace. */
  createAccount(input: NewAccount): Promise<'created' | 'link_invalid' | 'email_taken'>;
  /** Uses an invitation up for an account that has its address. */
  joinWorkspace(input: { tokenHash: string; accountId: string }): Promise<'joined' | 'link_invalid' | 'other_address'>;
  /** Uses a reset link up: the password is replaced and every session ends. The account; null when the link does not hold. */
  resetPassword(input: { tokenHash: string; passwordHash: string }): Promise<string | null>;
  accountByEmail(input: { email: string }): Promise<AccountRecord | null>;
  account(input: { accountId: string }): Promise<AccountRecord | null>;
  /** False when there is no such account. A new password ends every session but the kept one. */
  changeAccount(input: AccountChange): Promise<boolean>;

  /** Counts one attempt under each name in sliding windows of 60 s; whole seconds to wait where one is at its limit, 0 otherwise. */
  countAttempt(input: { names: readonly { readonly name: string; readonly limit: number }[] }): Promise<number>;

  openSession(input: NewSession): Promise<void>;
  /** The session with its account, and its role in the workspace where one is asked for. Use prolongs it to `idleMs` from now, within its end. Null: unknown, ended or expired. */
  useSession(input: { sessionHash: string; workspaceId: string | null; idleMs: number }): Promise<SessionRecord | null>;
  /** Latest used first. */
  listSessions(input: { accountId: string }): Promise<SessionSummary[]>;
  /** Ends one session of an account, or all where none is named. How many. */
  endSessions(input: { accountId: string; sessionId: string | null }): Promise<number>;
  /** By name. An installer is owner of every workspace there is. */
  workspacesOf(input: { accountId: string }): Promise<MembershipRecord[]>;

  addPasskey(input: NewPasskey): Promise<boolean>;
  listPasskeys(input: { accountId: string }): Promise<PasskeyRecord[]>;
  passkey(input: { credentialId: string }): Promise<PasskeyRecord | null>;
  /** Notes a sign-in. */
  touchPasskey(input: { credentialId: string; counter: number }): Promise<void>;
  removePasskey(input: { accountId: string; credentialId: string }): Promise<boolean>;

  /** By name, installers too. */
  listMembers(input: { workspaceId: string }): Promise<MemberRecord[]>;
  /** A null role removes the member. Who is owner no longer leaves no open invitation. False when there is none such; an installer is not changed. */
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
}

export interface LinkRecord {
  readonly linkId: string;
  readonly kind: LinkKind;
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly email: string | null;
  readonly accountId: string | null;
  readonly madeBy: string | null;
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
}

export interface AccountChange {
  readonly accountId: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly keptSessionId: string | null;
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
  readonly joinedAt: EpochMs;
  readonly lastSeenAt: EpochMs | null;
}
