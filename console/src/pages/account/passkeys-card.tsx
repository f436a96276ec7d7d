import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { ConfirmationField, useConfirmation } from './confirmation.tsx';

/**
 * Lists the account's passkeys and lets the user add and remove them. A passkey signs the user in with a fingerprint, a
 * face or a security key.
 */
export function PasskeysCard() {
  const query = useRead('listPasskeys', {});
  const remove = useAction('removePasskey', { refreshes: ['listPasskeys'] });
  const takesPasskeys = useRead('readSession', {}).data?.passkeys === true;
  return (
    <section className="card stack">
      <h2>Passkeys</h2>
      <p className="muted">Sign in with your fingerprint, face or security key instead of the password.</p>
      <Loaded query={query} lines={2}>
        {({ passkeys }) => (
          <ul className="stack-tight">
            {passkeys.map(({ id, name, lastUsedAt }) => (
              <li key={id} className="row-between">
                <span>
                  <strong className="breaks">{name}</strong>{' '}
                  <span className="small muted">
                    used <When at={lastUsedAt} />
                  </span>
                </span>
                <Button
                  isSmall
                  kind="danger"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove.mutate({ params: { passkeyId: id }, input: {} })}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {takesPasskeys ? (
        <AddPasskey />
      ) : (
        <p className="small muted">
          Browsers create passkeys only for a host name. Open the console at localhost or at its domain.
        </p>
      )}
    </section>
  );
}

function AddPasskey() {
  const queries = useQueryClient();
  const toast = useToast();
  const confirmation = useConfirmation();
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  async function add() {
    setIsBusy(true);
    setError(null);
    try {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const { options } = await call('beginPasskey', {}, await confirmation.give());
      // The service passes the library's own options through.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = { ...(await startRegistration({ optionsJSON })) };
      await call('addPasskey', {}, { name: name.trim(), response });
      setName('');
      confirmation.clear();
      toast({ text: 'Passkey added.' });
      await queries.invalidateQueries({ queryKey: ['listPasskeys'] });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error('The passkey was not created.'));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label="Name of the new passkey"
        hint="Such as “My phone”"
        required
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <ConfirmationField {...confirmation.field} error={error} />
      <FormError error={error} />
      <div>
        <Button type="submit" isBusy={isBusy}>
          Add a passkey
        </Button>
      </div>
    </form>
  );
}
