import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeBrowserAtTheEnd, inChromium } from '../../console/browser/support/browser.ts';
import { findViolationsAt320 } from '../../console/browser/support/find-violations.ts';
import { answerable, startPageJourney, unanswerable } from './support/page-journey.ts';

/** The time after which a ticket is valid. */
const ticketMs = 3_100;

inChromium(() => {
  closeBrowserAtTheEnd();

  test('without scripts a visitor uses the form, and learns what to change while the question is kept', async () => {
    const journey = await startPageJourney();
    const page = await journey.openPage({ javaScriptEnabled: false });
    await page.goto(journey.pageUrl);
    expect(await page.getByLabel('Your question').isVisible()).toBe(false);
    // The service runs in this process. Its clock stands still, so that the form is sent too early on any machine.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    onTestFinished(() => void clock.mockRestore());
    await page.getByRole('link', { name: 'Ask a question' }).click();

    const question = page.getByLabel('Your question');
    const send = page.getByRole('button', { name: 'Ask' });
    await question.fill(answerable);
    await send.click();
    await page.getByText('Take a few seconds before you do').waitFor();
    clock.mockRestore();
    expect(await question.inputValue(), 'a form that was sent too early').toBe(answerable);
    await delay(ticketMs);
    await send.click();
    await page.getByRole('status').getByText('I ship worldwide from Lisbon').waitFor();
    expect(page.url()).toBe(`${journey.pageUrl}/ask`);

    await page.getByRole('link', { name: 'Ask something else' }).click();
    await question.fill('x');
    await page.getByLabel('How to reach you').fill('me@a.example');
    await delay(ticketMs);
    await send.click();
    await page.getByRole('alert').getByRole('link', { name: 'Write a question of 2 to 500 characters.' }).waitFor();
    expect(await page.getByLabel('How to reach you').inputValue()).toBe('me@a.example');
    await question.fill(unanswerable);
    await delay(ticketMs);
    await send.click();
    await page.getByText("I'll pass this to Aurora Lane.").waitFor();
    const passedOn = await page.content();
    expect(passedOn).not.toContain(unanswerable);
    expect(passedOn).not.toContain('name="ticket"');
    await page.getByRole('link', { name: 'See your question' }).click();
    await page.getByText(unanswerable).waitFor();
    await page.getByText('has not answered yet').waitFor();
    expect(journey.complaints()).toEqual([]);
  });

  test('the form and its answers work at 320 pixels and have no violations in light or dark, also where the script of a Page was blocked', async () => {
    const journey = await startPageJourney();
    // Axe needs scripts, so only the Page's own scripts are blocked.
    const page = await journey.openPage();
    await page.route('**/p/*.js', (route) => route.abort());
    const found: string[] = [];
    const look = async (name: string) => found.push(...(await findViolationsAt320(page, name)));
    const question = page.getByLabel('Your question');
    const send = page.getByRole('button', { name: 'Ask' });
    await page.goto(journey.pageUrl);
    await question.fill(answerable);
    await send.click();
    await page.getByText('Please send your question once more').waitFor();
    expect(await question.inputValue()).toBe(answerable);
    await look('a form to send once more');
    await delay(ticketMs);
    await send.click();
    await page.getByRole('status').getByText('I ship worldwide from Lisbon').waitFor();
    await look('an answer');
    await page.getByRole('link', { name: 'Ask something else' }).click();
    await look('a form');
    await question.fill('x');
    await delay(ticketMs);
    await send.click();
    await page.getByRole('alert').waitFor();
    await look('a fault in the form');
    await question.fill(unanswerable);
    await send.click();
    await page.getByText("I'll pass this to Aurora Lane.").waitFor();
    await look('passed on');
    await page.getByRole('link', { name: 'See your question' }).click();
    await page.getByText('has not answered yet').waitFor();
    await look('a thread');
    expect(found).toEqual([]);
  });
});
