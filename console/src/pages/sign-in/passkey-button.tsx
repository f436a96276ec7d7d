import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { Session } from '../../../../server/src/domain/console/account-contract.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';

/** Signs in with a passkey. The code for passkeys is loaded when the button is pressed. */
export function PasskeyButton({ onEntered }: { readonly onEntered: (session: Session) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  async function signIn() {
    setIsBusy(true);
    setError(null);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await call('beginPasskeySignIn', {}, {});
      // The service passes the library's own options through.
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const response = { ...(await startAuthentication({ optionsJSON })) };
      onEntered(await call('signInWithPasskey', {}, { response }));
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error('The passkey was not accepted.'));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      <FormError error={error} />
    </>
  );
}
