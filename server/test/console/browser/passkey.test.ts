import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { owner, startJourney } from './support/journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a passkey is added, signs in without a password, and stops working once it is removed', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const account = `${journey.url}/console/w/ws_demo/account`;
    await page.goto(account);
    await page.getByLabel('Name of the new passkey').fill('My phone');
    await page.getByLabel('Your password').fill(owner.password);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('My phone', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();

    await page.goto(account);
    await page.getByRole('button', { name: 'Remove My phone' }).click();
    await page.getByText('My phone', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey was not accepted').waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});
