import { type FormEvent, useState } from 'react';
import type { Scope } from '../../../../server/src/domain/actor.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Select, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { scopeList, scopeWords } from './scope-words.ts';
import { SecretDialog } from './secret-dialog.tsx';

const lifetimes = [
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '30', label: '30 days' },
  { value: 'never', label: 'Never' },
] as const;
type Lifetime = (typeof lifetimes)[number]['value'];

interface KeyForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lifetime: Lifetime;
}

const blank: KeyForm = { name: '', scopes: ['replies:write', 'persona:read'], lifetime: '90' };

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const form = useFormDraft<KeyForm>(`key:${workspaceId}`, blank);
  const [wasTried, setWasTried] = useState(false);
  const create = useAction('createKey', { refreshes: ['listKeys'], isOfForm: true, onDone: form.clear });
  const { name, scopes, lifetime } = form.values;
  if (create.data !== undefined)
    return (
      <SecretDialog
        title="Your new key"
        secret={create.data.secret}
        scopes={create.data.key.scopes}
        onClose={onClose}
      />
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (scopes.length === 0) return;
    const expiry = lifetime === 'never' ? {} : { expiresInDays: Number(lifetime) };
    create.mutate({ params: { workspaceId }, input: { name: name.trim(), scopes: [...scopes], ...expiry } });
  }
  return (
    <Dialog title="New key" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="What will use it, such as “Help desk”"
          required
          maxLength={100}
          value={name}
          onChange={(value) => form.set({ name: value })}
          error={faultOf(create.error, 'name')}
        />
        <fieldset>
          <legend className="legend">What it may do</legend>
          {scopeList.map((scope) => (
            <Choice
              key={scope}
              label={scopeWords[scope].name}
              hint={scopeWords[scope].about}
              isChecked={scopes.includes(scope)}
              onChange={(isChecked) =>
                form.set({ scopes: isChecked ? [...scopes, scope] : scopes.filter((each) => each !== scope) })
              }
            />
          ))}
          {wasTried && scopes.length === 0 && (
            <p className="field-error" role="alert">
              Choose at least one thing that it may do.
            </p>
          )}
        </fieldset>
        <Select
          label="Expires after"
          value={lifetime}
          options={lifetimes}
          onChange={(value) => form.set({ lifetime: value })}
        />
        <FormError error={create.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={create.isPending}>
            Create key
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
