import { useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import type { Role } from '../../../../server/src/domain/console/shapes.ts';
import { useSession, useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { roleWords } from './role-words.ts';

type People = ConsoleOutput<'listPeople'>;
type Member = People['members'][number];

/** Lets an owner manage the workspace's people: their roles, new members, and open invitations. */
export function TeamPage() {
  const { id: workspaceId, can } = useWorkspace();
  const [isInviting, setIsInviting] = useState(false);
  const query = useRead('listPeople', { workspaceId }, {}, { isWanted: can('owner') });
  if (!can('owner'))
    return (
      <Page title="Team">
        <Note>Only owners of this workspace can see its team.</Note>
      </Page>
    );
  return (
    <Page
      title="Team"
      about="Each person signs in with their own account and can do what their role allows."
      actions={
        <Button kind="primary" onClick={() => setIsInviting(true)}>
          <Icon name="plus" size={18} /> Invite
        </Button>
      }
    >
      <Loaded query={query}>
        {({ members, invitations }) => (
          <>
            <Members members={members} />
            {invitations.length > 0 && <Invitations invitations={invitations} />}
          </>
        )}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  );
}

function Members({ members }: { members: People['members'] }) {
  const { id: workspaceId } = useWorkspace();
  const { account } = useSession();
  const toast = useToast();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const change = useAction('changeMember', {
    refreshes: ['listPeople', 'readSession'],
    mayRepeat: true,
    onDone: () => toast({ text: 'Role changed.' }),
  });
  const remove = useAction('removeMember', {
    refreshes: ['listPeople', 'readSession'],
    isOfForm: true,
    onDone: () => setLeaving(null),
  });
  return (
    <>
      <Table
        caption="Members"
        rows={members}
        keyOf={({ accountId }) => accountId}
        columns={[
          {
            label: 'Name',
            cell: ({ name, email, accountId, addressProven }) => (
              <div className="stack-tight">
                <span className="row">
                  <strong className="breaks">{name}</strong>
                  {accountId === account.id && <Badge>you</Badge>}
                </span>
                <span className="small muted breaks">{email}</span>
                {!addressProven && <Badge tone="caution">address not confirmed</Badge>}
              </div>
            ),
          },
          {
            label: 'Role',
            cell: (member) =>
              member.isInstaller ? (
                'Owner of everything'
              ) : (
                <RoleSelect
                  label={`Role of ${member.name}`}
                  role={member.role}
                  onChange={(role: Role) =>
                    change.mutate({ params: { workspaceId, accountId: member.accountId }, input: { role } })
                  }
                />
              ),
          },
          { label: 'Last seen', cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
          {
            label: '',
            cell: (member) =>
              !member.isInstaller && (
                <Button isSmall kind="danger" aria-label={`Remove ${member.name}`} onClick={() => setLeaving(member)}>
                  Remove
                </Button>
              ),
          },
        ]}
      />
      {leaving !== null && (
        <ConfirmDialog
          title={`Remove ${leaving.name}?`}
          confirm="Remove"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params: { workspaceId, accountId: leaving.accountId }, input: {} })}
          onClose={() => setLeaving(null)}
        >
          {leaving.name} immediately loses access to this workspace. Everything that they wrote stays. Their unused
          invitations become invalid.
        </ConfirmDialog>
      )}
    </>
  );
}

function Invitations({ invitations }: { invitations: People['invitations'] }) {
  const { id: workspaceId } = useWorkspace();
  const withdraw = useAction('withdrawInvitation', { refreshes: ['listPeople'] });
  return (
    <section className="stack">
      <h2>Open invitations</h2>
      <Table
        caption="Open invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Email', cell: ({ email }) => <span className="breaks">{email}</span> },
          { label: 'Role', cell: ({ role }) => roleWords[role].name },
          { label: 'By', cell: ({ invitedBy }) => invitedBy },
          { label: 'Ends', cell: ({ expiresAt }) => <When at={expiresAt} /> },
          {
            label: '',
            cell: ({ id, email }) => (
              <Button
                isSmall
                aria-label={`Withdraw the invitation of ${email}`}
                isBusy={withdraw.isPending && withdraw.variables.params.invitationId === id}
                onClick={() => withdraw.mutate({ params: { workspaceId, invitationId: id }, input: {} })}
              >
                Withdraw
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
