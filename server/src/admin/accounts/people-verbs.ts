import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { createId } from '../../lib/ids.ts';
import { createToken } from '../../lib/secrets.ts';
import type { LinkRecord, SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { normalEmail } from './normal-email.ts';

const invitationLifetimeMs = 7 * 86_400_000;

/** Creates the actions that let a workspace's owner see and manage who has access to it. */
export function createPeopleVerbs({ store, maxInvitations }: { store: Store; maxInvitations: number }) {
  return {
    async list({ workspaceId }: { workspaceId: string }): Promise<ConsoleOutput<'listPeople'>> {
      const [members, invitations] = await Promise.all([
        store.listMembers({ workspaceId }),
        store.listInvitations({ workspaceId }),
      ]);
      return {
        members: members.map(({ isProven, ...member }) => ({
          ...member,
          addressProven: isProven,
          joinedAt: isoTime(member.joinedAt),
          lastSeenAt: isoTime(member.lastSeenAt),
        })),
        invitations: invitations.map(invitationOf),
      };
    },

    /**
     * Creates an invitation. Its link is shown once, and nothing is emailed. @throws ConsoleError when the address
     * already belongs to a member, or the inviter is no longer an owner
     */
    async invite(
      { workspaceId, baseUrl }: { workspaceId: string; baseUrl: string },
      { role, ...input }: ConsoleInput<'invite'>,
      by: SessionRecord,
    ): Promise<ConsoleOutput<'invite'>> {
      const email = normalEmail(input.email);
      const members = await store.listMembers({ workspaceId });
      if (members.some((member) => member.email === email)) {
        const fields = [{ path: 'email', message: 'This person is already in the workspace.' }];
        throw new ConsoleError('console_input_invalid', { fields });
      }
      const { token, hash } = createToken();
      const link = await store.makeLink({
        linkId: createId('inv'),
        tokenHash: hash,
        kind: 'invitation',
        lifetimeMs: invitationLifetimeMs,
        workspaceId,
        role,
        email,
        accountId: by.accountId,
        madeBy: by.name,
        // The installer owns every workspace and acts for the operator, so the installer's invitation verifies the
        // address. Any other owner could enter someone else's address.
        provesAddress: by.isInstaller,
        keepsPasskeys: false,
        maxOpen: maxInvitations,
      });
      if (link === null) throw new ConsoleError('console_role_missing');
      return { invitation: invitationOf(link), link: `${baseUrl}/console/join#${token}` };
    },

    async withdraw(input: { workspaceId: string; linkId: string }): Promise<void> {
      if (!(await store.withdrawInvitation(input))) throw new ConsoleError('console_not_found');
    },

    /**
     * Changes a member's role, or removes the member if `role` is null. A person who is no longer an owner loses their
     * open invitations. @throws ConsoleError for the caller's own role (unless the caller is the installer), for the
     * installer, who stays an owner, and for a person who is not a member
     */
    async changeRole(
      input: { workspaceId: string; accountId: string; role: ConsoleInput<'invite'>['role'] | null },
      by: SessionRecord,
    ): Promise<void> {
      if (input.accountId === by.accountId && !by.isInstaller) {
        throw new ConsoleError('console_not_possible', {
          message:
            'Only another owner can change your role. This prevents a workspace from losing its last owner by mistake.',
        });
      }
      if (await store.changeMember(input)) return;
      const members = await store.listMembers({ workspaceId: input.workspaceId });
      const isInstaller = members.some((member) => member.accountId === input.accountId && member.isInstaller);
      if (!isInstaller) throw new ConsoleError('console_not_found');
      throw new ConsoleError('console_not_possible', {
        message: 'The installer always stays an owner of every workspace.',
      });
    },
  };
}

function invitationOf(link: LinkRecord): ConsoleOutput<'invite'>['invitation'] {
  const { linkId, email, role, createdAt, expiresAt, madeBy } = link;
  return {
    id: linkId,
    email: email ?? '',
    role: role ?? 'reviewer',
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    invitedBy: madeBy ?? '',
  };
}
