import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { createId } from '../../lib/ids.ts';
import { hashPassword, isPassword } from '../../lib/passwords.ts';
import { createToken, hashApiKey } from '../../lib/secrets.ts';
import type { LinkKind } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { knownBrowser } from './known-browser.ts';
import { normalEmail } from './normal-email.ts';
import { openSession, type Visitor } from './open-session.ts';
import { createSignInLimits, type SignInLimitDeps } from './sign-in-limits.ts';

/** Of a link that the operator makes. */
const operatorLinkLifetimeMs = 24 * 3_600_000;

export interface AccountVerbDeps extends SignInLimitDeps {
  readonly store: Store;
}

/** How people come in: each answers the token of a new session. */
export function createAccountVerbs(deps: AccountVerbDeps) {
  const { store } = deps;
  const { countAttempt, countOwnPassword, countPassword } = createSignInLimits(deps);

  async function makeOperatorLink(kind: LinkKind, email: string | null, accountId: string | null) {
    const { token, hash } = createToken();
    const link = await store.makeLink({
      linkId: createId('link'),
      tokenHash: hash,
      kind,
      lifetimeMs: operatorLinkLifetimeMs,
      workspaceId: null,
      role: null,
      email,
      accountId,
      madeBy: null,
    });
    return link === null ? null : { token, expiresAt: isoTime(link.expiresAt) };
  }

  return {
    countAttempt,
    countOwnPassword,

    /** A new link for the first account, valid for a day beside the earlier ones. Null when somebody has an account. */
    async makeSetUpLink(): Promise<{ token: string; expiresAt: string } | null> {
      if (await store.hasAccounts()) return null;
      return makeOperatorLink('set_up', null, null);
    },

    /** A link for a new password, valid for a day; an earlier one ends. Null when no account has the address. */
    async makeResetLink(given: string): Promise<{ token: string; expiresAt: string } | null> {
      const email = normalEmail(given);
      const account = await store.accountByEmail({ email });
      return account === null ? null : makeOperatorLink('password_reset', email, account.accountId);
    },

    async setUp(input: ConsoleInput<'setUp'>, visitor: Visitor): Promise<string> {
      await countAttempt(visitor);
      const account = await newAccount(input);
      const made = await store.createAccount({ ...account, kind: 'set_up', tokenHash: hashApiKey(input.token) });
      if (made !== 'created') throw new ConsoleError('console_link_invalid');
      return openSession(store, account.accountId, visitor);
    },

    /** May have to wait, until `gone` is aborted; that one's reason is then thrown. */
    async signIn(input: ConsoleInput<'signIn'>, visitor: Visitor, gone: AbortSignal): Promise<string> {
      const email = normalEmail(input.email);
      const account = await store.accountByEmail({ email });
      await countPassword(visitor, email, account === null ? null : knownBrowser(visitor.proof, account), gone);
      const isRight = await isPassword(input.password, account?.passwordHash ?? null);
      if (account === null || !isRight) throw new ConsoleError('console_sign_in_failed');
      return openSession(store, account.accountId, visitor);
    },

    /** What a link is for. @throws ConsoleError `console_link_invalid` */
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
        const accountExists = email !== null && (await store.accountByEmail({ email })) !== null;
        const expiresAt = isoTime(link.expiresAt);
        return { kind, expiresAt, workspaceName: target?.workspaceName ?? null, role, email, accountExists };
      }
      throw new ConsoleError('console_link_invalid');
    },

    /** Joins with the signed-in account, or with a new one of the invited address. Null: the session goes on. */
    async acceptInvitation(
      { token, account }: ConsoleInput<'acceptInvitation'>,
      accountId: string | null,
      visitor: Visitor,
    ): Promise<string | null> {
      await countAttempt(visitor);
      const tokenHash = hashApiKey(token);
      if (account !== undefined) {
        const made = await newAccount({ ...account, email: '' });
        const outcome = await store.createAccount({ ...made, kind: 'invitation', tokenHash });
        if (outcome === 'link_invalid') throw new ConsoleError('console_link_invalid');
        if (outcome === 'email_taken') {
          throw new ConsoleError('console_not_possible', {
            message: 'There is an account of this address already. Sign in with it, then open the link again.',
          });
        }
        return openSession(store, made.accountId, visitor);
      }
      if (accountId === null) throw new ConsoleError('console_signed_out');
      const outcome = await store.joinWorkspace({ tokenHash, accountId });
      if (outcome === 'link_invalid') throw new ConsoleError('console_link_invalid');
      if (outcome === 'other_address') {
        throw new ConsoleError('console_not_possible', {
          message:
            'This invitation is for another e-mail address than that of your account. Sign out, then open the link again.',
        });
      }
      return null;
    },

    async resetPassword({ token, password }: ConsoleInput<'resetPassword'>, visitor: Visitor): Promise<string> {
      await countAttempt(visitor);
      const passwordHash = await hashPassword(password);
      const accountId = await store.resetPassword({ tokenHash: hashApiKey(token), passwordHash });
      if (accountId === null) throw new ConsoleError('console_link_invalid');
      return openSession(store, accountId, visitor);
    },
  };
}

async function newAccount({ email, name, password }: { email: string; name: string; password: string }) {
  const passwordHash = await hashPassword(password);
  return { accountId: createId('acc'), email: normalEmail(email), name: name.trim(), passwordHash };
}
