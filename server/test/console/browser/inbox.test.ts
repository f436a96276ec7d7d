import { expect, test } from 'vitest';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { bringIn, freshDataFolder, onOneStore } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, copiedBy, inChromium, phone } from './support/browser.ts';
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
const keyOf = { name: 'Desk', scopes: ['handoffs:write', 'replies:write'] };
/** The new phrases are trained first, which takes longer on a busy machine. */
const training = { timeout: 300_000 };
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

inChromium(() => {
  closeBrowserAtTheEnd();

  onOneStore('PostgreSQL', (fresh) => {
    test('a suggested message is answered with two actions and taught with a third, and another fan is then answered automatically', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner(clipboard);
      const { secret } = await ask(page, 'POST', '/workspaces/ws_demo/keys', keyOf);
      const question = 'Do you deliver to Germany too?';
      const asked = { profileId: 'prof_aurora', message: question };
      const draft = async () => (await callAgent(journey.url, String(secret), 'draft', asked)).json();
      expect(await draft()).toMatchObject({ decision: { requiresCreator: true } });
      await ask(page, 'POST', '/workspaces/ws_demo/inbox', { ...asked, handle: '@lucia' });

      await page.getByRole('link', { name: /^Inbox/ }).click();
      await page.getByRole('link', { name: /^Proposals/ }).click();
      await page.getByRole('link', { name: /^@lucia/ }).click();
      await page.getByLabel('Your answer', { exact: true }).waitFor();
      expect(await page.getByLabel('Your answer', { exact: true }).inputValue()).toContain(
        'I ship worldwide from Lisbon',
      );
      expect(await page.locator('.suggestion .claim').count()).toBeGreaterThan(0);
      await keepPicture(page, 'inbox');
      await page.keyboard.press('Control+Enter');
      const bar = page.getByRole('region', { name: 'After your answer' });
      await bar.getByText('Copied and marked as answered: @lucia').waitFor();
      expect(await copiedBy(page)).toContain('I ship worldwide from Lisbon');
      expect(page.url()).not.toContain('lucia');
      await bar.getByRole('button', { name: 'Teach it' }).click();
      await bar.getByText('messages would be answered differently').waitFor(training);
      await keepPicture(page, 'learn');
      await bar.getByRole('button', { name: 'Publish what you taught' }).click();
      await page.getByText('Published. Replies use it from now on.').waitFor(training);

      const reply = expect.stringContaining('I ship worldwide from Lisbon');
      // A busy machine may still be training.
      await expect
        .poll(draft, { ...training, interval: 1_000 })
        .toMatchObject({ decision: { requiresCreator: false, riskLevel: 'safe', reply } });
      expect(journey.complaints()).toEqual([]);
    });

    test("a handoff appears by itself on a phone, is answered in the creator's own words, taken back, and made a fact", async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner({ viewport: phone, hasTouch: true, isMobile: true, ...clipboard });
      const { secret } = await ask(page, 'POST', '/workspaces/ws_demo/keys', keyOf);
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await page.getByText('2 conversations', { exact: true }).waitFor();
      const handed = { conversationId: 'conv_maya', confirm: true, reason: 'She asks about customs.' };
      expect((await callAgent(journey.url, String(secret), 'handoff', handed)).status).toBe(200);
      await page.getByText('3 conversations', { exact: true }).waitFor();
      await page.getByRole('link', { name: /^Maya/ }).click();
      await page.getByText('She asks about customs.').waitFor();
      await keepPicture(page, 'inbox-phone');

      await page.getByLabel('Your answer', { exact: true }).fill('I ship to Brazil, and customs is on me.');
      const answer = page.getByRole('button', { name: 'Copy and mark as answered' });
      await answer.click();
      const bar = page.getByRole('region', { name: 'After your answer' });
      await bar.getByText('Copied and marked as answered: Maya').waitFor();
      // The next conversation is open.
      await page.getByRole('heading', { name: /^(George|Tanya)/ }).waitFor();
      await bar.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: /^Maya/ }).waitFor();
      await page.getByLabel('Your answer', { exact: true }).waitFor();
      await page.getByText('recorded by Ada Owner').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'I answered elsewhere' }).click();
      const said = 'I ship to Brazil, and customs is on me.';
      await page.getByLabel('What you answered').fill(said);
      await page.getByRole('button', { name: 'Mark as answered', exact: true }).click();
      await bar.getByRole('button', { name: 'Make my answer a fact' }).click();
      expect(await bar.getByLabel('The fact, word for word').inputValue()).toBe(said);
      expect(await bar.getByLabel('How fans ask this').inputValue()).toBe('do you ship to Brazil?');
      await bar.getByRole('button', { name: 'Add the fact' }).click();
      await bar.getByText('messages would be answered differently').waitFor(training);
      await page.getByRole('link', { name: 'All conversations' }).click();
      await page.getByRole('link', { name: /^Done/ }).click();
      await page.getByRole('link', { name: /^Maya/ }).click();
      await page.getByText('recorded by Ada Owner, in their own words').waitFor();
      expect(journey.complaints()).toEqual([]);
    });
  });

  test('an answer is announced even if the conversation is reloaded before the service confirms it', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner(clipboard);
    const asked = { profileId: 'prof_aurora', message: 'do you ship internationally?', handle: '@lucia' };
    const { conversationId } = await ask(page, 'POST', '/workspaces/ws_demo/inbox', asked);
    await page.route('**/answer', async (route) => {
      const response = await route.fetch();
      await page.getByText('recorded by Ada Owner').waitFor();
      await route.fulfill({ response });
    });
    await page.goto(`${journey.url}/console/w/ws_demo/inbox/proposals/${conversationId}`);
    await page.getByLabel('Your answer', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Copied and marked as answered: @lucia').waitFor();
    expect(journey.complaints()).toEqual([]);
  });

  test('the next conversation of the list opens, even if the list is read again before the service confirms', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    const ids: string[] = [];
    for (const handle of ['@first', '@second', '@third']) {
      const asked = { profileId: 'prof_aurora', message: 'do you ship internationally?', handle };
      ids.push(String((await ask(page, 'POST', '/workspaces/ws_demo/inbox', asked)).conversationId));
    }
    await page.route('**/close', async (route) => {
      const response = await route.fetch();
      await page.getByRole('link', { name: /^@second/ }).waitFor({ state: 'detached' });
      await route.fulfill({ response });
    });
    await page.goto(`${journey.url}/console/w/ws_demo/inbox/proposals/${ids[1]}`);
    await page.getByRole('link', { name: /^@second/ }).waitFor();
    await page.getByRole('button', { name: 'Close without an answer' }).click();
    await page.getByRole('heading', { name: '@first' }).waitFor();
    expect(page.url()).toContain(ids[0]);
    expect(journey.complaints()).toEqual([]);
  });

  test('parts that a suggestion leaves open are marked before its sign-off, an answer of several facts is not taught as one, and a cry for help opens as urgent', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner(clipboard);
    const answer = page.getByLabel('Your answer', { exact: true });
    const paste = async (message: string) => {
      await page.getByRole('button', { name: 'Paste a message' }).click();
      await page.getByLabel('What the fan wrote').fill(message);
      await page.getByRole('button', { name: 'Suggest a reply' }).click();
    };
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await paste('is there a class for beginners\n\nand what does a place cost\n\nand do I bring clay?');
    await answer.waitFor();
    const lines = (await answer.inputValue()).split('\n');
    expect(lines.slice(1, -1).every((line) => /^\[Fill in: .+\]$/.test(line))).toBe(true);
    expect([lines.length > 2, lines.at(-1)]).toEqual([true, 'Aurora']);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Fill in the marked part, or remove it.').waitFor();

    await paste('how long does delivery to Spain take, and how much is shipping?');
    await expect.poll(() => answer.inputValue()).toMatch(/Parcels take .+ Shipping is /);
    await page.keyboard.press('Control+Enter');
    const bar = page.getByRole('region', { name: 'After your answer' });
    await bar.getByRole('link', { name: 'Teach each question to its fact' }).waitFor();
    expect(await bar.getByRole('button', { name: 'Teach it' }).count()).toBe(0);

    await paste('i want to kill myself');
    await page.getByText('Someone may be in danger. Please answer this yourself, now.').waitFor();
    await expect.poll(() => page.url()).toContain('/inbox/waiting/');
    await expect.poll(() => page.locator('a.queue-link').first().textContent()).toContain('Urgent');
    expect(journey.complaints()).toEqual([]);
  });

  test('the inbox can be worked through with only the keyboard, urgent conversations come first, and no key is a dead end', async () => {
    const place = freshDataFolder();
    const journey = await startJourney(place);
    await bringIn(place, { workspaces: [agency] });
    const page = await journey.openAsOwner(clipboard);
    const { secret } = await ask(page, 'POST', '/workspaces/ws_demo/keys', keyOf);
    await page.goto(`${journey.url}/console/w/ws_demo/review`);
    for (const conversationId of ['conv_maya', 'conv_dark'])
      await callAgent(journey.url, String(secret), 'handoff', { conversationId, confirm: true });
    await page.getByText('4 conversations', { exact: true }).waitFor();
    expect(await page.locator('a.queue-link').first().textContent()).toContain('Urgent');

    const focused = () => page.evaluate('document.activeElement.getAttribute("href")') as Promise<string>;
    await page.keyboard.press('j');
    expect(await focused()).toContain('conv_dark');
    await page.keyboard.press('Enter');
    await page.getByText('Someone may be in danger. Please answer this yourself, now.').waitFor();
    await page.keyboard.press('e');
    await page.keyboard.type('rx?');
    expect(await page.getByLabel('Your answer', { exact: true }).inputValue()).toContain('rx?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your answer', { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.getByText('3 conversations', { exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.keyboard.press('p');
    await page.getByLabel('What the fan wrote').fill('how much is the moon mug, and do you sing opera at weddings?');
    await page.getByRole('button', { name: 'Suggest a reply' }).click();
    await page.waitForURL(/\/inbox\/proposals\/conv_/);
    await page.getByLabel('Your answer', { exact: true }).waitFor();
    await page.getByLabel(/^Search/).fill('nobody has this name');
    await page.getByText('No conversation matches').waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});
