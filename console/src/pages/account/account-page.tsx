import { Page } from '../../ui/page.tsx';
import { AddressForm } from './address-form.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { NameForm, PasswordForm } from './profile-forms.tsx';
import { PushCard } from './push-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Shows the user's name, address, password, passkeys, notifications and sessions. */
export function AccountPage() {
  return (
    <Page title="Your account">
      <div className="columns">
        <NameForm />
        <AddressForm />
        <PasswordForm />
        <PasskeysCard />
        <PushCard />
      </div>
      <SessionsCard />
    </Page>
  );
}
