import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { postHook } from '../../connections/support/signed.ts';
import { closeBrowserAtTheEnd, copiedBy, inChromium } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';
import { startJourney } from './support/journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('an owner adds a connection by its steps, sees the first event live, pauses it, replaces its secret and removes it', async () => {
    const journey = await startJourney({ ...freshDataFolder(), UNDERSTUDY_INBOX_POLL_MS: '50' });
    const page = await journey.openAsOwner({ permissions: ['clipboard-read', 'clipboard-write'] });
    const found: string[] = [];
    const look = async (name: string) => found.push(...(await findViolations(page, name)));
    await page.goto(`${journey.url}/console/w/ws_demo/connections`);
    await page.getByText('No connections yet').waitFor();
    await look('connections, empty');
    await page.getByRole('button', { name: 'New connection' }).click();
    await page.getByLabel('Where messages come from').selectOption('Any program');
    await page.getByLabel('Name', { exact: true }).fill('My inbox');
    await look('a new connection');
    await page.getByRole('button', { name: 'Add the connection' }).click();
    await page.getByText('Copy the secret now').waitFor();
    await look('the steps of a new connection');
    const hook = await copied(page, 'Copy the address');
    const secret = await copied(page, 'Copy the signing secret');
    expect(hook).toMatch(/\/hooks\/rcv_/);
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const card = page.getByRole('region', { name: 'My inbox' });
    await card.getByText('Waiting for the first event.').waitFor();
    await look('a connection that waits');
    expect(await card.getByText(secret).count(), 'the secret is shown once').toBe(0);

    expect(await deliver(hook, secret, 'm1')).toBe(200);
    await card.getByText('First event received. Messages are arriving.').waitFor();
    await card.getByText('active', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Pause My inbox' }).click();
    await card.getByText('Paused. Messages still arrive').waitFor();
    await page.getByRole('button', { name: 'Resume My inbox' }).click();
    await card.getByText('active', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'New secret for My inbox' }).click();
    await page.getByRole('button', { name: 'End the current one now' }).click();
    const renewed = await copied(page, 'Copy the secret');
    await look('a new secret');
    expect(await deliver(hook, secret, 'm2')).toBe(401);
    expect(await deliver(hook, renewed, 'm2')).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    await page.getByRole('button', { name: 'Remove My inbox' }).click();
    await page.getByRole('button', { name: 'Remove it now' }).click();
    await page.getByText('No connections yet').waitFor();
    expect(await deliver(hook, renewed, 'm3')).toBe(401);
    expect(found).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });
});

async function copied(page: Page, label: string): Promise<string> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
  return copiedBy(page);
}

async function deliver(hook: string, secret: string, messageId: string): Promise<number> {
  const event = {
    id: messageId,
    type: 'message.received',
    threadId: 't1',
    messageId,
    sentAt: new Date().toISOString(),
    body: 'do you ship to Brazil?',
    contact: { id: 'u1' },
  };
  return (await postHook(hook, { events: [event] }, { secret })).status;
}
