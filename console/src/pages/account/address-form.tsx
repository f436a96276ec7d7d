import { useState } from 'react';
import { faultOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ConfirmationField, useConfirmation } from './confirmation.tsx';

/** Shows a form that emails a link to the user's current or new address. Opening the link verifies the address. */
export function AddressForm() {
  const { account, mailsLinks } = useSession();
  const toast = useToast();
  const confirmation = useConfirmation();
  const [email, setEmail] = useState(account.email);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  async function send() {
    setIsBusy(true);
    setError(null);
    try {
      await call('changeAddress', {}, { email: email.trim(), ...(await confirmation.give()) });
      confirmation.clear();
      toast({ text: `We sent a link to ${email.trim()}. It is valid for a day.` });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error('The link was not sent.'));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>Email address</h2>
      {!account.addressProven && (
        <Note tone="caution">
          No one has confirmed that {account.email} is yours. Until then, no other workspace can let you in.
        </Note>
      )}
      {mailsLinks ? (
        <>
          <p className="muted">
            We send a link to the address. Open the link and choose a password. This signs you out everywhere and
            removes your passkeys.
          </p>
          <TextField
            label="Address"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={setEmail}
            error={faultOf(error, 'email')}
          />
          <ConfirmationField {...confirmation.field} error={error} />
          <FormError error={error} />
          <div>
            <Button type="submit" isBusy={isBusy}>
              Send the link
            </Button>
          </div>
        </>
      ) : (
        <p className="muted">
          This service sends no email. To confirm your address, ask the operator for a reset link.
        </p>
      )}
    </form>
  );
}
