import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { hashPassword, isPassword } from '../../lib/passwords.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';

/** What a person does with their own account. */
export function createOwnAccountVerbs({ store }: { store: Store }) {
  /** Who is signed in, and in which workspaces. */
  async function view(session: SessionRecord): Promise<ConsoleOutput<'signIn'>> {
    const { accountId, email, name, isInstaller, hasPassword } = session;
    const workspaces = await store.workspacesOf({ accountId });
    return {
      account: { id: accountId, email, name, isInstaller, hasPassword },
      workspaces: workspaces.map(({ workspaceId, ...rest }) => ({ id: workspaceId, ...rest })),
      expiresAt: isoTime(session.expiresAt),
    };
  }

  return {
    view,

    async rename(session: SessionRecord, input: ConsoleInput<'changeAccount'>) {
      const name = input.name.trim();
      await store.changeAccount({ accountId: session.accountId, name, passwordHash: null, keptSessionId: null });
      return view({ ...session, name });
    },

    /** @throws ConsoleError `console_input_invalid` when the current password is wrong */
    async changePassword(session: SessionRecord, input: ConsoleInput<'changePassword'>): Promise<void> {
      const { accountId, sessionId } = session;
      const account = await store.account({ accountId });
      const stored = account?.passwordHash ?? null;
      if (stored !== null && !(await isPassword(input.currentPassword ?? '', stored))) {
        const fields = [{ path: 'currentPassword', message: 'This is not your current password.' }];
        throw new ConsoleError('console_input_invalid', { fields });
      }
      const passwordHash = await hashPassword(input.newPassword);
      await store.changeAccount({ accountId, name: null, passwordHash, keptSessionId: sessionId });
    },

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

    /** @throws ConsoleError `console_not_found` when the session is none of the account's */
    async endSession({ accountId }: SessionRecord, sessionId: string): Promise<void> {
      const ended = await store.endSessions({ accountId, sessionId });
      if (ended === 0) throw new ConsoleError('console_not_found');
    },

    endAllSessions: ({ accountId }: SessionRecord) => store.endSessions({ accountId, sessionId: null }),
  };
}
