import type { Role } from '../../../../server/src/domain/console/shapes.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { roleWords } from './role-words.ts';
import { roles } from './roles.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const form = useFormDraft<{ email: string; role: Role }>(`invite:${workspaceId}`, { email: '', role: 'reviewer' });
  const invite = useAction('invite', { refreshes: ['listPeople'], isOfForm: true, onDone: form.clear });
  if (invite.data !== undefined)
    return (
      <Dialog title="The invitation" onClose={onClose}>
        <Note tone="caution">
          Give this link to {invite.data.invitation.email} yourself, because Understudy sends nothing. It works once,
          expires after 7 days, and is shown only once.
        </Note>
        <code className="code code-wraps">{invite.data.link}</code>
        <div className="row">
          <CopyButton text={invite.data.link} kind="primary" label="Copy the link" />
          <Button onClick={onClose}>Done</Button>
        </div>
      </Dialog>
    );
  const { email, role } = form.values;
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ params: { workspaceId }, input: { email: email.trim(), role } });
        }}
      >
        <TextField
          label="Email address"
          hint="Only this address can accept it."
          type="email"
          required
          value={email}
          onChange={(value) => form.set({ email: value })}
          error={faultOf(invite.error, 'email')}
        />
        <fieldset>
          <legend className="legend">Role</legend>
          {roles.map((each) => (
            <Choice
              key={each}
              radioOf="invited-role"
              label={roleWords[each].name}
              hint={roleWords[each].about}
              isChecked={role === each}
              onChange={() => form.set({ role: each })}
            />
          ))}
        </fieldset>
        <FormError error={invite.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={invite.isPending}>
            Create link
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
