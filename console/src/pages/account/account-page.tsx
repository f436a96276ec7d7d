import { Page } from '../../ui/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { NameForm, PasswordForm } from './profile-forms.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** One's own name, password, passkeys, and where one is signed in. */
export function AccountPage() {
  return (
    <Page title="Your account">
      <div className="columns">
        <NameForm />
        <PasswordForm />
        <PasskeysCard />
      </div>
      <SessionsCard />
    </Page>
  );
}
