import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { ask, callAgent, startJourney } from './support/journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('an unknown address says so, and offers a way back', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    for (const [address, back, place] of [
      ['nowhere', 'Go to your workspace', 'inbox/waiting'],
      ['w/ws_other/usage', 'Go to your workspace', 'inbox/waiting'],
      ['w/ws_demo/nowhere', 'Go to the inbox', 'inbox/waiting'],
      ['w/ws_demo/settings/nowhere', 'Go to the keys', 'settings/keys'],
      ['w/ws_demo/persona/prof_aurora/toString', 'Go to the persona', 'persona/prof_aurora/facts'],
      ['w/ws_demo/persona/prof_aurora/facts/one/more', 'Go to the creators', 'persona'],
    ] as const) {
      await page.goto(`${journey.url}/console/${address}`);
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
      expect(page.url()).toBe(`${journey.url}/console/${address}`);
      await page.getByRole('link', { name: back }).click();
      await page.waitForURL(`${journey.url}/console/w/ws_demo/${place}`);
    }
    await page.goto(`${journey.url}/console/w/ws_demo`);
    await page.waitForURL(`${journey.url}/console/w/ws_demo/inbox/waiting`);
    expect(journey.complaints()).toEqual([]);
  });

  test('a conversation offers only actions that would change it', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    const key = await ask(page, 'POST', '/workspaces/ws_demo/keys', { name: 'Desk', scopes: ['handoffs:write'] });
    const offered = () => page.locator('.state-actions button').allTextContents();
    const press = async (name: string, said: string) => {
      await page.getByRole('button', { name }).click();
      await page.getByText(said).waitFor();
      await page.goto(`${journey.url}/console/w/ws_demo/inbox/proposals/conv_maya`);
      await page.locator('.state-actions').waitFor();
    };
    await page.goto(`${journey.url}/console/w/ws_demo/inbox/proposals/conv_maya`);
    await page.locator('.state-actions').waitFor();
    expect(await offered()).toEqual(['Close without an answer']);
    const handed = { conversationId: 'conv_maya', confirm: true };
    expect((await callAgent(journey.url, String(key['secret']), 'handoff', handed)).status).toBe(200);
    await page.getByRole('button', { name: 'Hand back' }).waitFor();
    expect(await offered()).toEqual(['Hand back', 'Close without an answer']);
    await press('Close without an answer', 'Closed until the next message arrives.');
    expect(await offered()).toEqual(['Reopen']);
    await press('Reopen', 'Reopened.');
    expect(await offered()).toEqual(['Close without an answer']);
    await page.keyboard.press('r');
    expect(page.url()).toMatch(/conv_maya$/);
    expect(journey.complaints()).toEqual([]);
  });
});
