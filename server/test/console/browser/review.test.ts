import { expect, test } from 'vitest';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { bringIn, freshDataFolder, onBothStores } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { ask, callAgent, startJourney } from './support/journey.ts';
import { keepPicture } from './support/keep-picture.ts';

const agency: WorkspaceEntry = {
  id: 'ws_demo',
  name: 'Harbour Lane Agency',
  plan: 'agency',
  conversations: [
    {
      id: 'conv_dark',
      profileId: 'prof_aurora',
      contact: { name: 'Sam' },
      messages: [{ direction: 'inbound', body: 'i want to kill myself', sentAt: '2026-01-01T10:00:00Z' }],
    },
  ],
};
const keyOf = { name: 'Desk', scopes: ['handoffs:write'] };

inChromium(() => {
  closeBrowserAtTheEnd();

  onBothStores((fresh) => {
    test('a handoff arrives by itself on a phone, its reply is edited and copied, and it is resolved', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner({ viewport: phone, hasTouch: true, isMobile: true });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { secret } = await ask(page, 'POST', '/workspaces/ws_demo/keys', keyOf);
      await page.getByRole('link', { name: /^Review/ }).click();
      await page.getByText('2 conversations', { exact: true }).waitFor();

      const handed = { conversationId: 'conv_maya', confirm: true, reason: 'She asks about customs.' };
      expect((await callAgent(journey.url, String(secret), 'handoff', handed)).status).toBe(200);
      await page.getByText('3 conversations', { exact: true }).waitFor();
      await page.getByRole('link', { name: /^Maya/ }).click();
      await page.getByText('She asks about customs.').waitFor();
      await keepPicture(page, 'review');
      expect(await page.getByText('this console sends nothing').count()).toBe(1);
      expect(await page.locator('.claim').count()).toBeGreaterThan(0);

      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Your reply').fill('I ship to Brazil, and customs is on me.');
      await page.getByRole('button', { name: 'Keep' }).click();
      await page.getByText('Edited by Ada Owner').waitFor();
      await page.getByRole('button', { name: 'Copy the reply' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('I ship to Brazil, and customs is on me.');

      await page.getByRole('button', { name: 'Make this a fact' }).click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('The fact, word for word').inputValue()).toBe(
        'I ship to Brazil, and customs is on me.',
      );
      await dialog.getByRole('button', { name: 'Add to the draft' }).click();
      await page.getByText('Added to the draft').waitFor();

      await page.getByRole('button', { name: 'Resolve' }).click();
      await page.getByText('2 conversations', { exact: true }).waitFor();
      expect(page.url()).toMatch(/\/review$/);
      expect(journey.complaints()).toEqual([]);
    });
  });

  test('what was done is told in the words of the button, also where the page hears of it before its answer', async () => {
    const place = freshDataFolder();
    const journey = await startJourney(place);
    const handedOver = (agency.conversations ?? []).map((each) => ({ ...each, state: 'awaiting_owner' as const }));
    await bringIn(place, { workspaces: [{ ...agency, conversations: handedOver }] });
    const page = await journey.openAsOwner();
    await page.goto(`${journey.url}/console/w/ws_demo/review/conv_dark`);
    await page.route(/\/resolve$/, async (route) => {
      const response = await route.fetch();
      const ofOpen = 'Agents may go on with it. Close it when it is done, until the next message.';
      await page.getByText(ofOpen, { exact: true }).waitFor();
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Resolved. Agents may draft on it again.', { exact: true }).waitFor();
    expect(journey.complaints()).toEqual([]);
  });

  test('the queue is worked through with the keyboard alone, and what is urgent stands first', async () => {
    const place = freshDataFolder();
    const journey = await startJourney(place);
    await bringIn(place, { workspaces: [agency] });
    const page = await journey.openAsOwner();
    const { secret } = await ask(page, 'POST', '/workspaces/ws_demo/keys', keyOf);
    await page.goto(`${journey.url}/console/w/ws_demo/review`);
    for (const conversationId of ['conv_maya', 'conv_dark'])
      await callAgent(journey.url, String(secret), 'handoff', { conversationId, confirm: true });
    await page.getByText('4 conversations', { exact: true }).waitFor();
    expect(await page.locator('a.queue-link').first().textContent()).toContain('Urgent');

    const focused = () => page.evaluate('document.activeElement.getAttribute("href")') as Promise<string>;
    await page.keyboard.press('j');
    expect(await focused()).toContain('conv_dark');
    await page.keyboard.press('j');
    const second = await focused();
    expect(second).not.toContain('conv_dark');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Conversation' }).getByText('Why it is yours').waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('Your reply').waitFor();
    await page.keyboard.type('rxu?');
    expect(await page.getByLabel('Your reply').inputValue()).toContain('rxu?');
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('r');
    await page.getByText('3 conversations', { exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(journey.complaints()).toEqual([]);
  });
});
