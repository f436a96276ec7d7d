import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { faultOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

/** The password or passkey that proves that the signed-in user owns the account. */
export type Confirmation = { readonly password: string } | { readonly passkey: Record<string, unknown> };

/** Returns the state of a `ConfirmationField`, and a function that reads its value when the form is submitted. */
export function useConfirmation() {
  const [password, setPassword] = useState('');
  const [usesPasskey, setUsesPasskey] = useState(false);
  return {
    field: { password, setPassword, usesPasskey, setUsesPasskey },
    clear: () => setPassword(''),
    /** Asks the browser for a passkey if one was chosen. */
    async give(): Promise<Confirmation> {
      if (!usesPasskey) return { password };
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await call('beginConfirmation', {}, {});
      // The service passes the library's own options through.
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      return { passkey: { ...(await startAuthentication({ optionsJSON })) } };
    },
  };
}

/**
 * Asks for the account's password. If the account has a passkey, the user can choose to confirm with the passkey
 * instead.
 */
export function ConfirmationField({
  password,
  setPassword,
  usesPasskey,
  setUsesPasskey,
  error,
}: ReturnType<typeof useConfirmation>['field'] & { readonly error: Error | null }) {
  const takesPasskeys = useRead('readSession', {}).data?.passkeys === true;
  const hasPasskeys = (useRead('listPasskeys', {}).data?.passkeys.length ?? 0) > 0;
  return (
    <>
      {!usesPasskey && (
        <PasswordField
          label="Your password"
          value={password}
          onChange={setPassword}
          error={faultOf(error, 'password')}
        />
      )}
      {takesPasskeys && hasPasskeys && (
        <Choice label="Confirm with a passkey instead" isChecked={usesPasskey} onChange={setUsesPasskey} />
      )}
    </>
  );
}
