import { useState } from 'react';
import { faultOf } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';

export function NameForm() {
  const { account } = useSession();
  const toast = useToast();
  const form = useFormDraft('account', { name: account.name });
  const save = useAction('changeAccount', {
    refreshes: ['readSession', 'listPeople'],
    isOfForm: true,
    mayRepeat: true,
    form,
    onDone: () => toast({ text: 'Saved' }),
  });
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: {}, input: { name: form.values.name.trim() } });
      }}
    >
      <h2>Name</h2>
      <p className="muted breaks">You sign in as {account.email}.</p>
      <TextField
        label="Your name"
        required
        maxLength={100}
        autoComplete="name"
        value={form.values.name}
        onChange={(name) => form.set({ name })}
        error={faultOf(save.error, 'name')}
      />
      <FormError error={save.error} />
      <div>
        <Button type="submit" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

export function PasswordForm() {
  const { account } = useSession();
  const toast = useToast();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [keepsSessions, setKeepsSessions] = useState(false);
  const [keepsPasskeys, setKeepsPasskeys] = useState(false);
  const change = useAction('changePassword', {
    refreshes: ['listSessions', 'listPasskeys', 'readSession'],
    isOfForm: true,
    onDone: () => {
      setCurrentPassword('');
      setNewPassword('');
      toast({ text: 'Password changed.' });
    },
  });
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        const kept = { keepSessions: keepsSessions, keepPasskeys: keepsPasskeys };
        const current = account.hasPassword ? { currentPassword } : {};
        change.mutate({ params: {}, input: { newPassword, ...kept, ...current } });
      }}
    >
      <h2>Password</h2>
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      {account.hasPassword && (
        <PasswordField label="Current password" value={currentPassword} onChange={setCurrentPassword} />
      )}
      <PasswordField
        isNew
        label="New password"
        value={newPassword}
        onChange={setNewPassword}
        error={faultOf(change.error, 'newPassword')}
      />
      <p className="small muted">This ends your other sessions and removes your passkeys, unless you keep them.</p>
      <Choice label="Keep my other sessions" isChecked={keepsSessions} onChange={setKeepsSessions} />
      <Choice label="Keep my passkeys" isChecked={keepsPasskeys} onChange={setKeepsPasskeys} />
      <FormError error={change.error} />
      <div>
        <Button type="submit" isBusy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
