import { expect, test } from 'vitest';
import { onOneStore } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { ask, callAgent, makeFirstAccount, owner, signIn, startJourney } from './support/journey.ts';
import { keepPicture } from './support/keep-picture.ts';

const question = { profileId: 'prof_aurora', message: 'do you ship internationally?' };

inChromium(() => {
  closeBrowserAtTheEnd();

  onOneStore('PostgreSQL', (fresh) => {
    test('the printed link leads from the first account to the first key, which works, and to the first draft', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openPage();
      await page.goto(journey.setUpLink);
      await makeFirstAccount(page);

      await page.getByRole('link', { name: 'Create your workspace' }).waitFor();
      await page.getByRole('link', { name: 'Connect your own program' }).click();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Desk app');
      await page.getByRole('button', { name: 'Create key' }).click();
      const secret = (await page.locator('[data-secret]').textContent()) ?? '';
      expect(secret).toMatch(/^ustudy_live_\w{38}$/);
      expect(await page.getByText('curl -sS').textContent()).toContain(`Bearer ${secret}`);
      expect(await page.getByText('"mcpServers"').textContent()).toContain(`${journey.url}/mcp`);
      const drafted = await callAgent(journey.url, secret, 'draft', question);
      expect([drafted.status, await drafted.json()]).toMatchObject([200, { decision: { riskLevel: 'safe' } }]);
      await keepPicture(page, 'key');
      await page.getByRole('button', { name: 'I have copied it' }).click();
      expect(await page.getByText('ustudy_live_').first().textContent()).toBe(`ustudy_live_…${secret.slice(-4)}`);
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('link', { name: 'Try it' }).click();
      await page.getByLabel('Message').fill(question.message);
      await page.getByRole('button', { name: 'Suggest a reply' }).click();
      const decision = page.getByRole('region', { name: 'Decision' });
      await decision.getByText('Safe', { exact: true }).waitFor();
      await keepPicture(page, 'playground');
      expect(await decision.locator('.claim').first().textContent()).not.toBe('');
      expect(await page.getByRole('region', { name: 'How it came about' }).textContent()).toContain(
        'do you ship internationally',
      );
      expect(journey.complaints()).toEqual([]);
    });

    test('a key that is revoked in the console is rejected at the next request', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      const made = await ask(page, 'POST', '/workspaces/ws_demo/keys', { name: 'Old desk', scopes: ['replies:write'] });
      const secret = String(made['secret']);
      expect((await callAgent(journey.url, secret, 'draft', question)).status).toBe(200);
      await page.getByRole('link', { name: 'Developer' }).click();
      await page.getByRole('button', { name: 'Revoke Old desk' }).click();
      await page.getByRole('button', { name: 'Revoke it now' }).click();
      await page
        .getByRole('row', { name: /Old desk/ })
        .getByText('revoked')
        .waitFor();
      expect((await callAgent(journey.url, secret, 'draft', question)).status).toBe(401);
      expect(journey.complaints()).toEqual([]);
    });

    test('an invited person joins by the link with a role, and sees what that role may see', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByLabel('Email address').fill('rea@aurora.example');
      await page.getByLabel('Reviewer').check();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = (await page.getByText('/console/join#').textContent()) ?? '';

      const hers = await journey.openPage();
      await hers.goto(link);
      await hers.getByLabel('Your name').fill('Rea Reviewer');
      await hers.getByLabel('Password', { exact: true }).fill('another long password');
      await hers.getByRole('button', { name: 'Create account and join' }).click();
      await hers.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
      expect(await hers.getByRole('navigation', { name: 'Sections' }).getByRole('link').allTextContents()).toEqual(
        expect.not.arrayContaining(['Developer', 'Team']),
      );
      await hers.goto(`${journey.url}/console/w/ws_demo/settings/keys`);
      await hers.getByText('Only owners of this workspace can see its keys').waitFor();

      const again = await journey.openPage();
      await again.goto(link);
      await again.getByRole('heading', { name: 'This link does not work' }).waitFor();
      await again.goto(`${journey.url}/console/`);
      await signIn(again, { ...owner, password: 'not the password' });
      await again.getByText('The email address or the password is wrong.').waitFor();
      await signIn(again, owner);
      await again.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
      expect(journey.complaints()).toEqual([]);
    });
  });
});
