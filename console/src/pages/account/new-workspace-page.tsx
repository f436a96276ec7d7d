import { Redirect } from 'wouter';
import type { PlanName } from '../../../../server/src/domain/plan.ts';
import { faultOf } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { SignOutButton } from '../../routes/sign-out-button.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { LonePage } from '../../ui/page.tsx';
import { FormError } from '../../ui/states.tsx';

const plans: readonly { readonly value: PlanName; readonly label: string }[] = [
  { value: 'creator', label: 'Creator – one person' },
  { value: 'studio', label: 'Studio – a person with a team' },
  { value: 'agency', label: 'Agency – several creators' },
];

/** Creates an empty workspace. Only the account that set up the installation can use it. */
export function NewWorkspacePage() {
  const { workspaces } = useSession();
  const form = useFormDraft<{ name: string; plan: PlanName }>('new-workspace', { name: '', plan: 'creator' });
  const create = useAction('createWorkspace', { refreshes: ['readSession'], isOfForm: true, onDone: form.clear });
  // Navigates only once the session includes the workspace, because its address does not work before.
  const made = workspaces.find(({ id }) => id === create.data?.id);
  if (made !== undefined) return <Redirect to={`/w/${encodeURIComponent(made.id)}/start`} replace />;
  return (
    <LonePage title="New workspace">
      <p className="muted">
        A workspace has its own creators, conversations and team. No one else can see it. Most people need only one.
      </p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ params: {}, input: { name: form.values.name.trim(), plan: form.values.plan } });
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={200}
          value={form.values.name}
          onChange={(name) => form.set({ name })}
          error={faultOf(create.error, 'name')}
        />
        <Select label="Plan" value={form.values.plan} options={plans} onChange={(plan) => form.set({ plan })} />
        <FormError error={create.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={create.isPending}>
            Create workspace
          </Button>
          {workspaces.length > 0 ? <LinkButton href="/">Cancel</LinkButton> : <SignOutButton />}
        </div>
      </form>
    </LonePage>
  );
}
