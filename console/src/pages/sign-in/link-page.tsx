import { type FormEvent, useContext, useState } from 'react';
import { useLocation } from 'wouter';
import type { Session } from '../../../../server/src/domain/console/account-contract.ts';
import { faultOf } from '../../api/api-error.ts';
import { SessionContext } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { LonePage } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { FormError, Loading } from '../../ui/states.tsx';
import { fromNow } from '../../ui/when.tsx';
import { roleWords } from '../team/role-words.ts';
import { SignInForm } from './sign-in-page.tsx';

interface LinkPageProps {
  readonly onEntered: (session: Session) => void;
  readonly passkeys: boolean;
}

/**
 * Shows the page that a one-time link opens. Depending on the link, the user creates the first account, joins a
 * workspace, or sets a new password.
 */
export function LinkPage({ onEntered, passkeys }: LinkPageProps) {
  const token = location.hash.slice(1);
  const session = useContext(SessionContext);
  const [, navigate] = useLocation();
  const link = useRead('readLink', {}, { token }, { isOnce: true });
  if (link.error !== null && link.data === undefined && link.error.message !== '')
    return (
      <LonePage title="This link does not work">
        <Note tone="stop" isAlert>
          {link.error.message}
        </Note>
        <LinkButton href="/">Go to the sign-in page</LinkButton>
      </LonePage>
    );
  if (link.data === undefined)
    return (
      <LonePage title="One moment">
        <Loading lines={4} />
      </LonePage>
    );
  const { kind, workspaceName, role, email, accountExists, expiresAt } = link.data;

  if (kind === 'set_up')
    return (
      <LonePage title="Set up Understudy">
        <p className="muted">
          Create the first account, which owns this installation. The link works once and expires{' '}
          {fromNow(new Date(expiresAt))}.
        </p>
        <SetUpForm
          token={token}
          onDone={(made) => {
            onEntered(made);
            const first = made.workspaces[0];
            navigate(first === undefined ? '/new-workspace' : `/w/${encodeURIComponent(first.id)}/start`, {
              replace: true,
            });
          }}
        />
      </LonePage>
    );
  if (kind === 'password_reset')
    return (
      <LonePage title="Set a new password">
        <p className="muted">
          For {email}. It signs you out everywhere and removes passkeys, unless the operator chose to keep them.
        </p>
        <NewPasswordForm
          token={token}
          onDone={(made) => {
            onEntered(made);
            navigate('/', { replace: true });
          }}
        />
      </LonePage>
    );
  return (
    <LonePage title={`Join ${workspaceName ?? 'a workspace'}`}>
      {role !== null && (
        <p className="muted">
          {email} is invited as {roleWords[role].name.toLowerCase()}: {roleWords[role].about}
        </p>
      )}
      {accountExists && session === null ? (
        <SignInForm onEntered={onEntered} passkeys={passkeys} email={email ?? ''} />
      ) : (
        <JoinForm
          token={token}
          isNew={!accountExists}
          onDone={(made) => {
            onEntered(made);
            navigate('/', { replace: true });
          }}
        />
      )}
    </LonePage>
  );
}

interface FormProps {
  readonly token: string;
  readonly onDone: (session: Session) => void;
}

function SetUpForm({ token, onDone }: FormProps) {
  const draft = useFormDraft('set-up', { name: '', email: '' });
  const [password, setPassword] = useState('');
  const setUp = useAction('setUp', {
    isOfForm: true,
    onDone: (session) => {
      draft.clear();
      onDone(session);
    },
  });
  const { name, email } = draft.values;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setUp.mutate({ params: {}, input: { token, name: name.trim(), email: email.trim(), password } });
      }}
    >
      <NameField value={name} onChange={(value) => draft.set({ name: value })} error={faultOf(setUp.error, 'name')} />
      <TextField
        label="Email address"
        hint="You sign in with it. We send nothing to it."
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(value) => draft.set({ email: value })}
        error={faultOf(setUp.error, 'email')}
      />
      <PasswordField isNew value={password} onChange={setPassword} error={faultOf(setUp.error, 'password')} />
      <FormError error={setUp.error} />
      <Button kind="primary" type="submit" isBusy={setUp.isPending}>
        Create account
      </Button>
    </form>
  );
}

function JoinForm({ token, isNew, onDone }: FormProps & { readonly isNew: boolean }) {
  const draft = useFormDraft('join', { name: '' });
  const [password, setPassword] = useState('');
  const accept = useAction('acceptInvitation', {
    isOfForm: true,
    onDone: (session) => {
      draft.clear();
      onDone(session);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const account = { name: draft.values.name.trim(), password };
    accept.mutate({ params: {}, input: isNew ? { token, account } : { token } });
  }
  return (
    <form className="stack" onSubmit={submit}>
      {isNew && (
        <>
          <NameField
            value={draft.values.name}
            onChange={(name) => draft.set({ name })}
            error={faultOf(accept.error, 'name')}
          />
          <PasswordField isNew value={password} onChange={setPassword} error={faultOf(accept.error, 'password')} />
        </>
      )}
      <FormError error={accept.error} />
      <Button kind="primary" type="submit" isBusy={accept.isPending}>
        {isNew ? 'Create account and join' : 'Join'}
      </Button>
    </form>
  );
}

function NewPasswordForm({ token, onDone }: FormProps) {
  const [password, setPassword] = useState('');
  const reset = useAction('resetPassword', { isOfForm: true, onDone });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate({ params: {}, input: { token, password } });
      }}
    >
      <PasswordField isNew label="New password" value={password} onChange={setPassword} />
      <FormError error={reset.error} />
      <Button kind="primary" type="submit" isBusy={reset.isPending}>
        Set the password and sign in
      </Button>
    </form>
  );
}

function NameField(props: { value: string; onChange: (value: string) => void; error: string | undefined }) {
  return <TextField label="Your name" hint="Shown next to your changes" autoComplete="name" required {...props} />;
}
