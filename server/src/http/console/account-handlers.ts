import { createAccountVerbs } from '../../admin/accounts/account-verbs.ts';
import { createLetterVerbs, type SendLetter } from '../../admin/accounts/letters.ts';
import { createOwnAccountVerbs } from '../../admin/accounts/own-account-verbs.ts';
import { createPasskeyVerbs } from '../../admin/accounts/passkey-verbs.ts';
import { createPeopleVerbs } from '../../admin/accounts/people-verbs.ts';
import { createWorkspaceVerbs } from '../../admin/workspace-verbs.ts';
import type { Config } from '../../config.ts';
import type { accountRoutes } from '../../domain/console/account-routes.ts';
import type { ConsoleInput } from '../../domain/console/routes.ts';
import type { Log } from '../../lib/log.ts';
import type { Store } from '../../store/port.ts';
import { type ConsoleCall, type ConsoleHandlers, signedIn } from './console-call.ts';

const done = { ok: true } as const;

/** How many sign-ins may wait to try a password: a share of the concurrent requests, and an absolute maximum. */
const signInsWaiting = { share: 1 / 20, most: 200 };

export interface AccountHandlerDeps {
  readonly store: Store;
  readonly log: Pick<Log, 'warn'>;
  /** Null if the service has no mail server. */
  readonly sendLetter: SendLetter | null;
  readonly config: Pick<
    Config,
    'failedAuthenticationsPerMinute' | 'maxInvitations' | 'maxConcurrentRequests' | 'publicUrl'
  >;
}

/** Creates the handlers for the account and people routes. */
export function createAccountHandlers({
  store,
  log,
  sendLetter,
  config,
}: AccountHandlerDeps): ConsoleHandlers<keyof typeof accountRoutes> {
  const accounts = createAccountVerbs({
    store,
    attemptsPerAddress: config.failedAuthenticationsPerMinute,
    maxWaiting: Math.max(
      1,
      Math.min(Math.floor(config.maxConcurrentRequests * signInsWaiting.share), signInsWaiting.most),
    ),
  });
  const own = createOwnAccountVerbs({ store, mailsLinks: sendLetter !== null });
  const letters = createLetterVerbs({ store, log, sendLetter });
  const passkeys = createPasskeyVerbs({ store });
  const people = createPeopleVerbs({ store, maxInvitations: config.maxInvitations });
  const workspaces = createWorkspaceVerbs({ store });

  async function confirm(
    call: Pick<ConsoleCall<'beginPasskey'>, 'session' | 'origin'>,
    given: ConsoleInput<'beginPasskey'>,
  ): Promise<void> {
    const session = signedIn(call);
    if (given.password !== undefined || given.passkey !== undefined) await accounts.countOwnPassword(session.accountId);
    await passkeys.confirm(session, given, call.origin);
  }

  return {
    async readSession({ session, takesPasskeys }) {
      const needsSetUp = session === null && !(await store.hasAccounts());
      return { session: session === null ? null : await own.view(session), needsSetUp, passkeys: takesPasskeys };
    },
    setUp: async ({ input, visitor, signIn }) => own.view(await signIn(await accounts.setUp(input, visitor))),
    signIn: async ({ input, visitor, gone, signIn }) =>
      own.view(await signIn(await accounts.signIn(input, visitor, gone))),
    async beginPasskeySignIn({ origin, visitor }) {
      await accounts.countAttempt(visitor);
      return passkeys.beginSignIn(origin);
    },
    async signInWithPasskey({ input, origin, visitor, signIn }) {
      await accounts.countAttempt(visitor);
      return own.view(await signIn(await passkeys.signIn(input, origin, visitor)));
    },
    async signOut({ signOut }) {
      await signOut();
      return done;
    },
    readLink: ({ input, visitor }) => accounts.readLink(input, visitor),
    async acceptInvitation({ input, session, visitor, signIn }) {
      const token = await accounts.acceptInvitation(input, session?.accountId ?? null, visitor);
      return own.view(token === null ? signedIn({ session }) : await signIn(token));
    },
    async resetPassword({ input, visitor, signIn }) {
      const session = await signIn(await accounts.resetPassword(input, visitor));
      letters.tell(session.email, 'password_reset');
      return own.view(session);
    },

    changeAccount: (call) => own.rename(signedIn(call), call.input),
    async changePassword(call) {
      const session = signedIn(call);
      await accounts.countOwnPassword(session.accountId);
      await own.changePassword(session, call.input, call.visitor);
      await call.knowBrowser(session.accountId);
      letters.tell(session.email, 'password_changed');
      return done;
    },
    async changeAddress(call) {
      const session = signedIn(call);
      await confirm(call, call.input);
      await letters.mailAddressLink(session, call.input, config.publicUrl ?? call.origin);
      return done;
    },
    async dismissNotices(call) {
      await own.dismissNotices(signedIn(call));
      return done;
    },
    beginConfirmation: (call) => passkeys.beginConfirming(signedIn(call), call.origin),
    listSessions: (call) => own.listSessions(signedIn(call)),
    async endSession(call) {
      await own.endSession(signedIn(call), call.params.sessionId);
      return done;
    },
    async signOutEverywhere(call) {
      await own.endAllSessions(signedIn(call));
      await call.signOut();
      return done;
    },
    listPasskeys: (call) => passkeys.list(signedIn(call)),
    async beginPasskey(call) {
      await confirm(call, call.input);
      return passkeys.beginAdding(signedIn(call), call.origin);
    },
    async addPasskey(call) {
      const session = signedIn(call);
      const added = await passkeys.add(session, call.input, call.origin, call.visitor);
      letters.tell(session.email, 'passkey_added');
      return added;
    },
    async removePasskey(call) {
      await passkeys.remove(signedIn(call), call.params.passkeyId);
      return done;
    },

    async createWorkspace({ input }) {
      const made = await workspaces.create({
        id: input.id ?? null,
        name: input.name,
        plan: input.plan,
        monthlyReplies: null,
        allowedOrigins: [],
      });
      return { id: made.id, name: made.name, plan: made.plan, status: made.status, role: 'owner' };
    },
    listPeople: ({ params }) => people.list(params),
    invite: (call) =>
      people.invite({ ...call.params, baseUrl: config.publicUrl ?? call.origin }, call.input, signedIn(call)),
    async withdrawInvitation({ params: { workspaceId, invitationId } }) {
      await people.withdraw({ workspaceId, linkId: invitationId });
      return done;
    },
    async changeMember(call) {
      await people.changeRole({ ...call.params, role: call.input.role }, signedIn(call));
      return done;
    },
    async removeMember(call) {
      await people.changeRole({ ...call.params, role: null }, signedIn(call));
      return done;
    },
  };
}
