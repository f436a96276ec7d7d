import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createId } from '../../lib/ids.ts';
import { hashPassword, isPassword } from '../../lib/passwords.ts';
import { createToken, hashApiKey } from '../../lib/secrets.ts';
import type { HashTurn } from '../../lib/turns/hash-line.ts';
import type { LinkKind } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { accountLink } from './account-link.ts';
import { knownBrowser } from './known-browser.ts';
import { normalEmail } from './normal-email.ts';
import { openSession, type Visitor } from './open-session.ts';
import { createSignInLimits, type SignInLimitDeps } from './sign-in-limits.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

/** The lifetime of a link that the operator creates. */
const operatorLinkLifetimeMs = 24 * 3_600_000;

export interface AccountVerbDeps extends SignInLimitDeps {
  readonly store: Store;
}

/** Creates the actions for signing in and joining. Actions that sign someone in resolve to a new session's token. */
export function createAccountVerbs(deps: AccountVerbDeps) {
  const { store } = deps;
  const { countAttempt, countOwnPassword, countPassword } = createSignInLimits(deps);

  async function makeOperatorLink(
    kind: LinkKind,
    email: string | null,
    accountId: string | null,
    keepsPasskeys = false,
  ) {
    const { token, hash } = createToken();
    const lifetimeMs = operatorLinkLifetimeMs;
    const link = await store.makeLink(
      accountLink({ tokenHash: hash, kind, lifetimeMs, email, accountId, provesAddress: true, keepsPasskeys }),
    );
    return link === null ? null : { token, expiresAt: isoTime(link.expiresAt) };
  }

  /** Rejects a weak password. Verifies the link first, because checking a password's strength takes CPU time. */
  async function judgePassword(
    kind: LinkKind,
    token: string,
    { password, email = '', name = '' }: { password: string; email?: string; name?: string },
    field: string,
  ): Promise<void> {
    const link = await store.readLink({ tokenHash: hashApiKey(token), kind });
    if (link === null) throw new ConsoleError('console_link_invalid');
    const account = link.accountId === null ? null : await store.account({ accountId: link.accountId });
    const known = kind === 'password_reset' ? [account?.email ?? '', account?.name ?? ''] : [];
    await refuseWeakPassword(password, field, [email, name, link.email ?? '', ...known]);
  }

  return {
    countAttempt,
    countOwnPassword,

    /**
     * Creates a link for the first account, valid for a day; earlier links stay valid. Resolves to null if an account
     * exists.
     */
    async makeSetUpLink(): Promise<{ token: string; expiresAt: string } | null> {
      if (await store.hasAccounts()) return null;
      return makeOperatorLink('set_up', null, null);
    },

    /**
     * Creates a link for a new password, valid for a day, which replaces an earlier one. Resolves to null if no account
     * has the address.
     * @throws OperatorError when the account is disabled, or when its passkeys should be kept but its address is
     * unverified
     */
    async makeResetLink(
      given: string,
      { keepsPasskeys = false }: { keepsPasskeys?: boolean } = {},
    ): Promise<{ token: string; expiresAt: string } | null> {
      const email = normalEmail(given);
      const account = await store.accountByEmail({ email });
      if (account === null) return null;
      if (account.isDisabled) {
        throw new OperatorError(`The account is disabled. Run "understudy accounts enable ${email}" first.`);
      }
      if (keepsPasskeys && !account.isProven) {
        throw new OperatorError(
          "Nobody has verified this account's address, so its passkeys may belong to a stranger. Reset the account without --keep-passkeys.",
        );
      }
      return makeOperatorLink('password_reset', email, account.accountId, keepsPasskeys);
    },

    async setUp(input: ConsoleInput<'setUp'>, visitor: Visitor): Promise<string> {
      await countAttempt(visitor);
      await judgePassword('set_up', input.token, input, 'password');
      const account = await newAccount(input, visitor);
      const made = await store.createAccount({ ...account, kind: 'set_up', tokenHash: hashApiKey(input.token) });
      if (made !== 'created') throw new ConsoleError('console_link_invalid');
      return openSession(store, account.accountId, visitor);
    },

    /**
     * Signs in with a password. May wait in a queue; if `gone` is aborted during the wait, throws that signal's reason.
     */
    async signIn(input: ConsoleInput<'signIn'>, visitor: Visitor, gone: AbortSignal): Promise<string> {
      const email = normalEmail(input.email);
      const account = await store.accountByEmail({ email });
      const browser = account === null ? null : knownBrowser(visitor.proof, account);
      await countPassword(visitor, email, browser, gone);
      const turn = turnOf(visitor, browser !== null);
      const isRight = await isPassword(input.password, account?.passwordHash ?? null, turn);
      if (account === null || !isRight) throw new ConsoleError('console_sign_in_failed');
      if (account.isDisabled) throw new ConsoleError('console_account_disabled');
      return openSession(store, account.accountId, visitor);
    },

    /** Returns the purpose of a link. @throws ConsoleError `console_link_invalid` */
    async readLink({ token }: ConsoleInput<'readLink'>, visitor: Visitor): Promise<ConsoleOutput<'readLink'>> {
      await countAttempt(visitor);
      const tokenHash = hashApiKey(token);
      for (const kind of ['set_up', 'invitation', 'password_reset'] as const satisfies LinkKind[]) {
        const link = await store.readLink({ tokenHash, kind });
        if (link === null) continue;
        const { workspaceId, role, accountId } = link;
        const target = workspaceId === null ? null : await store.notificationTarget({ workspaceId });
        const known = accountId === null ? null : await store.account({ accountId });
        const email = link.email ?? known?.email ?? null;
        const other = email === null ? null : await store.accountByEmail({ email });
        const givesWay = other !== null && kind === 'invitation' && link.provesAddress && !other.isProven;
        const accountExists = other !== null && (!givesWay || other.isDisabled);
        const expiresAt = isoTime(link.expiresAt);
        return { kind, expiresAt, workspaceName: target?.workspaceName ?? null, role, email, accountExists };
      }
      throw new ConsoleError('console_link_invalid');
    },

    /**
     * Accepts an invitation: the signed-in account, or a new account for the invited address, joins the workspace.
     * Resolves to the new session's token, or to null if the current session continues.
     */
    async acceptInvitation(
      { token, account }: ConsoleInput<'acceptInvitation'>,
      accountId: string | null,
      visitor: Visitor,
    ): Promise<string | null> {
      await countAttempt(visitor);
      const tokenHash = hashApiKey(token);
      if (account !== undefined) {
        await judgePassword('invitation', token, account, 'account.password');
        const made = await newAccount({ ...account, email: '' }, visitor);
        const outcome = await store.createAccount({ ...made, kind: 'invitation', tokenHash });
        if (outcome === 'link_invalid') throw new ConsoleError('console_link_invalid');
        if (outcome === 'address_unproven') throw unproven(true);
        if (outcome === 'email_taken') {
          throw new ConsoleError('console_not_possible', {
            message: 'An account with this address already exists. Sign in to that account, then open the link again.',
          });
        }
        return openSession(store, made.accountId, visitor);
      }
      if (accountId === null) throw new ConsoleError('console_signed_out');
      const outcome = await store.joinWorkspace({ tokenHash, accountId });
      if (outcome === 'link_invalid') throw new ConsoleError('console_link_invalid');
      if (outcome === 'address_unproven') throw unproven(false);
      if (outcome === 'other_address') {
        throw new ConsoleError('console_not_possible', {
          message: "This invitation is not for your account's email address. Sign out, then open the link again.",
        });
      }
      return null;
    },

    async resetPassword({ token, password }: ConsoleInput<'resetPassword'>, visitor: Visitor): Promise<string> {
      await countAttempt(visitor);
      await judgePassword('password_reset', token, { password }, 'password');
      const passwordHash = await hashPassword(password, turnOf(visitor));
      const notice = { noticeId: createId('note'), browser: visitor.browser, sessionId: null };
      const accountId = await store.resetPassword({ tokenHash: hashApiKey(token), passwordHash, notice });
      if (accountId === null) throw new ConsoleError('console_link_invalid');
      return openSession(store, accountId, visitor);
    },
  };
}

/**
 * Returns the error for an invitation to an account with an unverified address. The account might belong to someone
 * else.
 */
function unproven(isNew: boolean): ConsoleError {
  const what = isNew
    ? "Another workspace has an account with this address, and nobody has verified that the address belongs to the account's owner."
    : "Nobody has verified that your account's email address belongs to you, so the account stays in the workspace that invited it.";
  return new ConsoleError('console_not_possible', {
    message: `${what} Ask the operator of this installation for a link from "understudy accounts reset", use it to set a password, then open this invitation again.`,
  });
}

function turnOf({ address, network }: Visitor, isKnown = false): HashTurn {
  return { isKnown, network: network ?? address };
}

async function newAccount(
  { email, name, password }: { email: string; name: string; password: string },
  visitor: Visitor,
) {
  const passwordHash = await hashPassword(password, turnOf(visitor));
  return { accountId: createId('acc'), email: normalEmail(email), name: name.trim(), passwordHash };
}
