import type { Role } from '../domain/console/shapes.ts';
import type { EpochMs } from '../domain/period.ts';

/** Account operations for the operator, and the notices that people get about changes to their own credentials. */
export interface AccountCareStore {
  /** Ordered by e-mail address. */
  listAccounts(): Promise<AccountSummary[]>;
  /**
   * Ends every session of the account, and every invitation that it made. Returns false if the account does not exist.
   */
  setAccountDisabled(input: { accountId: string; isDisabled: boolean }): Promise<boolean>;
  /**
   * Removes an account with its credentials, memberships and invitations. An installer can be removed only if no other
   * account exists.
   */
  removeAccount(input: { accountId: string }): Promise<'removed' | 'missing' | 'installer'>;
  /**
   * Makes an account the installer. The previous installer keeps only their own memberships, and their invitations end.
   */
  makeInstaller(input: { accountId: string }): Promise<'made' | 'missing' | 'unproven' | 'disabled'>;
  /**
   * Credentials that were added or replaced within 30 days, newest first. Excludes those that the session itself made
   * or has dismissed.
   */
  listNotices(input: { accountId: string; sessionId: string }): Promise<NoticeRecord[]>;
  /** Dismisses the current notices for one session. Other sessions still see them. */
  dismissNotices(input: { accountId: string; sessionId: string }): Promise<void>;
}

export interface AccountSummary {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly isInstaller: boolean;
  readonly isProven: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: EpochMs;
  /** Latest use of a session that is still stored; null if there is none. */
  readonly lastSeenAt: EpochMs | null;
  readonly passkeys: number;
  /**
   * Ordered by workspace. An installer owns every workspace; for an installer, this lists only explicit memberships.
   */
  readonly memberships: readonly { readonly workspaceId: string; readonly role: Role }[];
}

export type NoticeKind = 'passkey_added' | 'password_changed' | 'password_reset' | 'address_changed';

export interface NoticeRecord {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  /** The name of the passkey, or the new address; empty otherwise. */
  readonly detail: string;
  /** A short name, such as "Firefox on Linux"; empty if it is unknown. */
  readonly browser: string;
  readonly at: EpochMs;
}
