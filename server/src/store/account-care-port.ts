import type { Role } from '../domain/console/shapes.ts';
import type { EpochMs } from '../domain/period.ts';

/** Account operations for the operator, and the notices that people get about changes to their own credentials. */
export interface AccountCareStore {
  /** Returns all accounts, ordered by email address. */
  listAccounts(): Promise<AccountSummary[]>;
  /**
   * Disables or enables an account. Disabling ends all of the account's sessions and all invitations that it created.
   * Returns false if the account does not exist.
   */
  setAccountDisabled(input: { accountId: string; isDisabled: boolean }): Promise<boolean>;
  /**
   * Removes an account with its credentials, memberships and invitations. An installer can be removed only if there is
   * no other account.
   */
  removeAccount(input: { accountId: string }): Promise<'removed' | 'missing' | 'installer'>;
  /**
   * Makes an account the installer. The previous installer keeps only explicit memberships and loses all invitations
   * that it created.
   */
  makeInstaller(input: { accountId: string }): Promise<'made' | 'missing' | 'unproven' | 'disabled'>;
  /**
   * Returns the notices of credentials that were added or replaced within 30 days, newest first. Leaves out the notices
   * that this session caused or dismissed.
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
  /** When any of the account's stored sessions was last used; null if it has none. */
  readonly lastSeenAt: EpochMs | null;
  readonly passkeys: number;
  /** Explicit memberships only, ordered by workspace. An installer also owns every other workspace. */
  readonly memberships: readonly { readonly workspaceId: string; readonly role: Role }[];
}

export type NoticeKind = 'passkey_added' | 'password_changed' | 'password_reset' | 'address_changed';

export interface NoticeRecord {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  /** The passkey's name, or the new address; empty for other notices. */
  readonly detail: string;
  /** A short name, such as "Firefox on Linux"; empty if it is unknown. */
  readonly browser: string;
  readonly at: EpochMs;
}
