import type { Role } from '../domain/console/shapes.ts';
import type { EpochMs } from '../domain/period.ts';

/** What an operator does with accounts, and what a person is told of changes to their own. */
export interface AccountCareStore {
  /** By e-mail address. */
  listAccounts(): Promise<AccountSummary[]>;
  /** Ends every session of the account, and every invitation that it made. False when there is no such account. */
  setAccountDisabled(input: { accountId: string; isDisabled: boolean }): Promise<boolean>;
  /** Removes an account with all that signs it in, its memberships and its invitations. An installer only when there is no other account. */
  removeAccount(input: { accountId: string }): Promise<'removed' | 'missing' | 'installer'>;
  /** Makes an account the installer in place of the present one, which keeps its own memberships alone; that one's invitations end. */
  makeInstaller(input: { accountId: string }): Promise<'made' | 'missing' | 'unproven' | 'disabled'>;
  /** Credentials that were added or replaced within 30 days, newest first, but those that the session made or has dismissed. */
  listNotices(input: { accountId: string; sessionId: string }): Promise<NoticeRecord[]>;
  /** Dismisses those of now for one session: others are still told. */
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
  /** Latest use of a session that is still kept; null: none is. */
  readonly lastSeenAt: EpochMs | null;
  readonly passkeys: number;
  /** By workspace. An installer's are those that it was made a member of, besides owning every workspace. */
  readonly memberships: readonly { readonly workspaceId: string; readonly role: Role }[];
}

export type NoticeKind = 'passkey_added' | 'password_changed' | 'password_reset' | 'address_changed';

export interface NoticeRecord {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  /** The name of the passkey, or the new address; empty otherwise. */
  readonly detail: string;
  /** Such as "Firefox on Linux"; empty when unknown. */
  readonly browser: string;
  readonly at: EpochMs;
}
