import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { createId } from '../../lib/ids.ts';
import { hashPassword, isPassword } from '../../lib/passwords.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import type { Visitor } from './open-session.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

/** Creates the actions that people perform on their own accounts. */
export function createOwnAccountVerbs({ store, mailsLinks }: { store: Store; mailsLinks: boolean }) {
  /**
   * Reads the signed-in account, its workspaces, and the notices of new credentials that the session has not dismissed.
   */
  async function view(session: SessionRecord): Promise<ConsoleOutput<'signIn'>> {
    const { accountId, sessionId, email, name, isInstaller, hasPassword } = session;
    const [workspaces, notices, account] = await Promise.all([
      store.workspacesOf({ accountId }),
      store.listNotices({ accountId, sessionId }),
      store.account({ accountId }),
    ]);
    return {
      account: { id: accountId, email, name, isInstaller, hasPassword, addressProven: account?.isProven ?? false },
      mailsLinks,
      notices: notices.map(({ noticeId, at, ...rest }) => ({ id: noticeId, ...rest, at: isoTime(at) })),
      workspaces: workspaces.map(({ workspaceId, ...rest }) => ({ id: workspaceId, ...rest })),
      expiresAt: isoTime(session.expiresAt),
    };
  }

  return {
    view,

    async rename(session: SessionRecord, input: ConsoleInput<'changeAccount'>) {
      const name = input.name.trim();
      await store.changeAccount({ accountId: session.accountId, name, password: null });
      return view({ ...session, name });
    },

    /**
     * Changes the password. Ends other sessions and removes passkeys, unless they should be kept. @throws ConsoleError
     * `console_input_invalid` when the current password is wrong, or the new one is easy to guess
     */
    async changePassword(
      { accountId, sessionId }: SessionRecord,
      { currentPassword, newPassword, keepSessions, keepPasskeys }: ConsoleInput<'changePassword'>,
      { browser }: Visitor,
    ): Promise<void> {
      const account = await store.account({ accountId });
      const stored = account?.passwordHash ?? null;
      if (stored !== null && !(await isPassword(currentPassword ?? '', stored))) {
        const fields = [{ path: 'currentPassword', message: 'This is not your current password.' }];
        throw new ConsoleError('console_input_invalid', { fields });
      }
      await refuseWeakPassword(newPassword, 'newPassword', [account?.email ?? '', account?.name ?? '']);
      const password = {
        hash: await hashPassword(newPassword),
        keptSessionId: sessionId,
        keepsSessions: keepSessions ?? false,
        keepsPasskeys: keepPasskeys ?? false,
        notice: { noticeId: createId('note'), browser, sessionId },
      };
      await store.changeAccount({ accountId, name: null, password });
    },

    dismissNotices: ({ accountId, sessionId }: SessionRecord) => store.dismissNotices({ accountId, sessionId }),

    async listSessions({ accountId, sessionId: current }: SessionRecord): Promise<ConsoleOutput<'listSessions'>> {
      const sessions = await store.listSessions({ accountId });
      return {
        sessions: sessions.map(({ sessionId, createdAt, lastSeenAt, expiresAt, browser }) => ({
          id: sessionId,
          createdAt: isoTime(createdAt),
          lastSeenAt: isoTime(lastSeenAt),
          expiresAt: isoTime(expiresAt),
          browser,
          isCurrent: sessionId === current,
        })),
      };
    },

    /**
     * Ends one of the account's sessions. @throws ConsoleError `console_not_found` when the session does not belong to
     * the account
     */
    async endSession({ accountId }: SessionRecord, sessionId: string): Promise<void> {
      const ended = await store.endSessions({ accountId, sessionId });
      if (ended === 0) throw new ConsoleError('console_not_found');
    },

    endAllSessions: ({ accountId }: SessionRecord) => store.endSessions({ accountId, sessionId: null }),
  };
}
