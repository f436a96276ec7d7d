import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { type Browser, ownerAccount, startConsoleWorld } from './support/console-world.ts';

onEachStore('a passkey made in the console signs in, each challenge once', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  // Browsers create passkeys only for host names.
  const origin = world.url.replace('127.0.0.1', 'localhost');
  const ask = (browser: Browser, path: string, body: unknown = {}) => browser.ask('POST', path, body, { origin });
  const passkey = createAuthenticator(origin);

  const { options } = (await ask(owner, '/account/passkeys/begin', { password: ownerAccount.password })).body;
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Understudy' },
    user: { name: 'owner@aurora.example' },
  });
  const registration = { name: 'Phone', response: passkey.register(options) };
  const added = await ask(owner, '/account/passkeys', registration);
  expect(added).toMatchObject({ status: 200, body: { name: 'Phone', lastUsedAt: null } });
  expect((await ask(owner, '/account/passkeys', registration)).body.error).toBe('console_passkey_failed');

  const visitor = world.openBrowser();
  const begun = (await ask(visitor, '/sign-in/passkey/begin')).body.options;
  const response = passkey.authenticate(begun);
  const signedIn = await ask(visitor, '/sign-in/passkey', { response });
  expect(signedIn).toMatchObject({ status: 200, body: { account: { email: 'owner@aurora.example' } } });
  expect((await ask(world.openBrowser(), '/sign-in/passkey', { response })).body.error).toBe('console_passkey_failed');
  expect((await visitor.ask('GET', '/account/passkeys')).body.passkeys[0].lastUsedAt).not.toBeNull();
});

onEachStore('a passkey of another site, another challenge or another key is refused', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const origin = world.url.replace('127.0.0.1', 'localhost');
  const ask = (browser: Browser, path: string, body: unknown = {}) => browser.ask('POST', path, body, { origin });
  const passkey = createAuthenticator(origin);
  const { options } = (await ask(owner, '/account/passkeys/begin', { password: ownerAccount.password })).body;
  const foreign = createAuthenticator('https://evil.example');
  const refused = await ask(owner, '/account/passkeys', { name: 'x', response: foreign.register(options) });
  expect(refused.body.error).toBe('console_passkey_failed');
  const again = (await ask(owner, '/account/passkeys/begin', { password: ownerAccount.password })).body.options;
  await ask(owner, '/account/passkeys', { name: 'Phone', response: passkey.register(again) });

  const visitor = world.openBrowser();
  const invented = passkey.authenticate({ challenge: Buffer.from('invented').toString('base64url') });
  expect((await ask(visitor, '/sign-in/passkey', { response: invented })).body.error).toBe('console_passkey_failed');
  const begun = (await ask(visitor, '/sign-in/passkey/begin')).body.options;
  const { response } = passkey.authenticate(begun);
  const forged = { ...createAuthenticator(origin).authenticate(begun), id: passkey.authenticate(begun).id, response };
  const signature = Buffer.from(response.signature, 'base64url').map((byte, place) => (place === 20 ? byte ^ 1 : byte));
  const bent = {
    ...forged,
    rawId: forged.id,
    response: { ...response, signature: Buffer.from(signature).toString('base64url') },
  };
  expect((await ask(visitor, '/sign-in/passkey', { response: bent })).body.error).toBe('console_passkey_failed');
  const removed = (await owner.ask('GET', '/account/passkeys')).body.passkeys[0].id;
  expect((await owner.ask('DELETE', `/account/passkeys/${removed}`)).status).toBe(200);
  const gone = (await ask(visitor, '/sign-in/passkey/begin')).body.options;
  expect((await ask(visitor, '/sign-in/passkey', { response: passkey.authenticate(gone) })).status).toBe(401);
});
