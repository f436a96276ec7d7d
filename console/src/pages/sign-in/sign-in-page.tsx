import { type FormEvent, useState } from 'react';
import type { Session } from '../../../../server/src/domain/console/account-contract.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { LonePage } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { FormError } from '../../ui/states.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface SignInProps {
  readonly onEntered: (session: Session) => void;
  readonly passkeys: boolean;
}

export function SignInPage({ needsSetUp, ...rest }: SignInProps & { readonly needsSetUp: boolean }) {
  return (
    <LonePage title="Sign in">
      {needsSetUp ? (
        <Note tone="info">No account exists yet. Open the setup link that the service printed when it started.</Note>
      ) : (
        <>
          <SignInForm {...rest} />
          <p className="small muted">
            No account? Ask the owner of your workspace for an invitation link. Forgot your password? Ask the person who
            runs the service for a reset link.
          </p>
        </>
      )}
    </LonePage>
  );
}

export function SignInForm({ onEntered, passkeys, email = '' }: SignInProps & { readonly email?: string }) {
  const draft = useFormDraft('sign-in', { email });
  const [password, setPassword] = useState('');
  const signIn = useAction('signIn', {
    isOfForm: true,
    onDone: (session) => {
      draft.clear();
      onEntered(session);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    signIn.mutate({ params: {}, input: { email: draft.values.email.trim(), password } });
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label="Email address"
        type="email"
        autoComplete="username webauthn"
        required
        value={draft.values.email}
        onChange={(value) => draft.set({ email: value })}
      />
      <PasswordField value={password} onChange={setPassword} />
      <FormError error={signIn.error} />
      <Button kind="primary" type="submit" isBusy={signIn.isPending}>
        Sign in
      </Button>
      {passkeys && <PasskeyButton onEntered={onEntered} />}
    </form>
  );
}
