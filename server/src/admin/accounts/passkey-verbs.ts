import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { createId } from '../../lib/ids.ts';
import { isPassword } from '../../lib/passwords.ts';
import { hashApiKey } from '../../lib/secrets.ts';
import type { PasskeyRecord, SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { accountLink } from './account-link.ts';
import { openSession, type Visitor } from './open-session.ts';

const challengeLifetimeMs = 300_000;
const maxPasskeys = 20;
/**
 * Ed25519, ES256 and RS256, which are the algorithms of authenticators. The library's own list includes algorithms that
 * Node.js warns about.
 */
const algorithms = [-8, -7, -257];

/**
 * Loads the library when the first passkey is used, so that the service does not start more slowly for a feature that
 * most installations never use.
 */
const webauthn = () => import('@simplewebauthn/server');

/**
 * The origin of the requesting page, such as `https://replies.aurora.example`. The service has already checked that the
 * page is its own.
 */
export type PageOrigin = string;

/**
 * Creates the actions that add passkeys to a signed-in account, and that sign in with a passkey instead of a password.
 * Each challenge works once.
 */
export function createPasskeyVerbs({ store }: { store: Store }) {
  const keep = (challenge: string, accountId: string | null) =>
    store.makeLink(
      accountLink({
        tokenHash: hashApiKey(challenge),
        kind: 'challenge',
        lifetimeMs: challengeLifetimeMs,
        email: null,
        accountId,
        provesAddress: false,
      }),
    );
  const isOurs = (accountId: string | null) => async (challenge: string) => {
    const kept = await store.useLink({ tokenHash: hashApiKey(challenge), kind: 'challenge' });
    return kept !== null && kept.accountId === accountId;
  };

  /**
   * Verifies the response to a challenge, and resolves to the id of the account whose passkey signed it. The challenge
   * must have been created for the account `challenged`, or for no particular account if that is null.
   * @throws ConsoleError `console_passkey_failed`
   */
  async function verify(
    response: Readonly<Record<string, unknown>>,
    challenged: string | null,
    origin: PageOrigin,
  ): Promise<string> {
    const credentialId = typeof response['id'] === 'string' ? response['id'] : '';
    const passkey = await store.passkey({ credentialId });
    if (passkey === null || (challenged !== null && passkey.accountId !== challenged))
      throw new ConsoleError('console_passkey_failed');
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await orRefused(() =>
      verifyAuthenticationResponse({
        // The browser defines the form of the response; the library checks its content.
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: isOurs(challenged),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }),
    );
    if (!verified.verified) throw new ConsoleError('console_passkey_failed');
    await store.touchPasskey({ credentialId, counter: verified.authenticationInfo.newCounter });
    return passkey.accountId;
  }

  return {
    /** Begins a confirmation with a passkey. @throws ConsoleError when the account has no passkey */
    async beginConfirming({ accountId }: SessionRecord, origin: PageOrigin) {
      const known = await store.listPasskeys({ accountId });
      if (known.length === 0) {
        throw new ConsoleError('console_not_possible', { message: 'Your account has no passkey. Use your password.' });
      }
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: new URL(origin).hostname,
        userVerification: 'required',
        allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      });
      await keep(options.challenge, accountId);
      return { options: { ...options } };
    },

    /**
     * Confirms that the signed-in user owns the account: the user enters the account's password or uses one of its
     * passkeys again.
     * @throws ConsoleError `console_confirmation_needed`, `console_input_invalid` or `console_passkey_failed`
     */
    async confirm(
      { accountId }: SessionRecord,
      { password, passkey }: ConsoleInput<'beginPasskey'>,
      origin: PageOrigin,
    ): Promise<void> {
      if (passkey !== undefined) {
        await verify(passkey, accountId, origin);
        return;
      }
      if (password === undefined) throw new ConsoleError('console_confirmation_needed');
      const account = await store.account({ accountId });
      if (await isPassword(password, account?.passwordHash ?? null)) return;
      const fields = [{ path: 'password', message: 'This is not your password.' }];
      throw new ConsoleError('console_input_invalid', { message: fields[0]?.message, fields });
    },

    async beginAdding({ accountId, email, name }: SessionRecord, origin: PageOrigin) {
      const known = await store.listPasskeys({ accountId });
      if (known.length >= maxPasskeys) {
        throw new ConsoleError('console_not_possible', {
          message: `An account can have at most ${maxPasskeys} passkeys.`,
        });
      }
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: 'Understudy',
        rpID: new URL(origin).hostname,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(accountId),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keep(options.challenge, accountId);
      return { options: { ...options } };
    },

    async add(
      { accountId, sessionId }: SessionRecord,
      { name, response }: ConsoleInput<'addPasskey'>,
      origin: PageOrigin,
      { browser }: Visitor,
    ): Promise<ConsoleOutput<'addPasskey'>> {
      const { verifyRegistrationResponse } = await webauthn();
      const verified = await orRefused(() =>
        verifyRegistrationResponse({
          // The browser defines the form of the response; the library checks its content.
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge: isOurs(accountId),
          supportedAlgorithmIDs: algorithms,
          expectedOrigin: origin,
          expectedRPID: new URL(origin).hostname,
          requireUserVerification: true,
        }),
      );
      if (!verified.verified) throw new ConsoleError('console_passkey_failed');
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const passkey = {
        credentialId: id,
        accountId,
        name: name.trim(),
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports.map(String),
        notice: { noticeId: createId('note'), browser, sessionId },
      };
      if (!(await store.addPasskey(passkey))) throw new ConsoleError('console_passkey_failed');
      const added = await store.passkey({ credentialId: id });
      if (added === null) throw new ConsoleError('console_passkey_failed');
      return viewOf(added);
    },

    async beginSignIn(origin: PageOrigin) {
      const rpID = new URL(origin).hostname;
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await keep(options.challenge, null);
      return { options: { ...options } };
    },

    async signIn(
      { response }: ConsoleInput<'signInWithPasskey'>,
      origin: PageOrigin,
      visitor: Visitor,
    ): Promise<string> {
      const accountId = await verify(response, null, origin);
      const account = await store.account({ accountId });
      if (account?.isDisabled !== false) throw new ConsoleError('console_account_disabled');
      return openSession(store, accountId, visitor);
    },

    async list({ accountId }: SessionRecord): Promise<ConsoleOutput<'listPasskeys'>> {
      return { passkeys: (await store.listPasskeys({ accountId })).map(viewOf) };
    },

    async remove({ accountId, hasPassword }: SessionRecord, credentialId: string): Promise<void> {
      const known = await store.listPasskeys({ accountId });
      if (!hasPassword && known.length === 1) {
        throw new ConsoleError('console_not_possible', {
          message: 'This is your only way to sign in. Set a password first.',
        });
      }
      if (!(await store.removePasskey({ accountId, credentialId }))) throw new ConsoleError('console_not_found');
    },
  };
}

/**
 * Runs a verification. Any error from the library means that the passkey was not accepted; the error's message is not
 * shown to the user.
 */
async function orRefused<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch {
    throw new ConsoleError('console_passkey_failed');
  }
}

function viewOf({ credentialId, name, createdAt, lastUsedAt }: PasskeyRecord): ConsoleOutput<'addPasskey'> {
  return { id: credentialId, name, createdAt: isoTime(createdAt), lastUsedAt: isoTime(lastUsedAt) };
}
