import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeBrowserAtTheEnd, inChromium, phone } from '../../console/browser/support/browser.ts';
import { findViolations } from '../../console/browser/support/find-violations.ts';
import { keepPagePicture } from './support/keep-page-picture.ts';
import { answerable, answerInConsole, startPageJourney, unanswerable } from './support/page-journey.ts';

const shipping = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';
const mostCompressed = 40 * 1_024;
const interactiveWithinMs = 500;

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a visitor asks with only the keyboard, reads the approved sentence with its source, or keeps a link where the answer appears', async () => {
    const journey = await startPageJourney();
    const page = await journey.openPage();
    const found: string[] = [];
    const look = async (name: string) => found.push(...(await findViolations(page, name)));
    await page.goto(journey.pageUrl);
    await look('the Page');
    expect(await focusOf(page, () => page.keyboard.press('Tab'))).toBe('question');
    await page.keyboard.type(answerable);
    await page.keyboard.press('Tab');
    expect(await focusOf(page, () => page.keyboard.press('Tab'))).toBe('Ask');
    await page.keyboard.press('Enter');
    const status = page.getByRole('status');
    await status.getByText(shipping).waitFor();
    expect(await status.textContent()).toMatch(
      /You asked: do you ship internationally\?.*shipping · Approved on \w+ \d+, 20\d\d/,
    );
    expect(await status.ariaSnapshot()).toContain('- heading "Answer" [level=2]');
    await look('an answer');
    await keepPagePicture(page, 'dark', { colorScheme: 'dark' });
    await keepPagePicture(page, 'phone', { colorScheme: 'light', viewport: phone });
    expect(await focusOf(page, () => page.keyboard.press('Escape'))).toBe('question');
    expect(await status.textContent()).toBe('');

    await page.keyboard.type(unanswerable);
    await page.getByLabel('How to reach you').fill('@maya');
    await page.keyboard.press('Enter');
    await status.getByText("I'll pass this to Aurora Lane.").waitFor();
    await look('passed on');
    const [thread] = await Promise.all([page.waitForEvent('popup'), status.getByRole('link').click()]);
    await thread.getByText(unanswerable).waitFor();
    await thread.getByText('Aurora Lane has not answered yet').waitFor();
    found.push(...(await findViolations(thread, 'a thread without an answer')));
    await answerInConsole(journey.owner, 'Yes, for €5 more.');
    await thread.reload();
    await thread.getByText('Yes, for €5 more.').waitFor();
    found.push(...(await findViolations(thread, 'a thread with an answer')));
    expect(found).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });

  test('a Page and its scripts are below 40 KB compressed and interactive within half a second; whatever goes wrong, the question is kept', async () => {
    const journey = await startPageJourney({ theme: { accent: '#F2E205' } });
    const page = await journey.openPage({ viewport: { width: 320, height: 640 } });
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => void bodies.push(response.body().catch(() => Buffer.alloc(0))));
    await page.goto(journey.pageUrl, { waitUntil: 'load' });
    await page.getByLabel('Your question').fill('hello');
    await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(4);
    await page.waitForTimeout(1_000);
    const compressed = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length);
    const total = compressed.reduce((sum, size) => sum + size, 0);
    // The quickest of several visits counts. A busy machine makes one of them slow, but a heavy page makes all of them
    // slow.
    let interactive = Number.POSITIVE_INFINITY;
    for (let visit = 0; visit < 30 && interactive >= interactiveWithinMs; visit += 1) {
      const took = await page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd');
      interactive = Math.min(interactive, Number(took));
      await page.goto(journey.pageUrl, { waitUntil: 'load' });
    }
    process.stdout.write(`the Page: ${total} bytes compressed, interactive after ${Math.round(interactive)} ms\n`);
    expect(total).toBeLessThan(mostCompressed);
    expect(interactive).toBeLessThan(interactiveWithinMs);
    const tree = await page.locator('body').ariaSnapshot();
    for (const part of [
      '- heading "Aurora Lane" [level=1]',
      '- heading "Ask a question" [level=2]',
      '- textbox "Your question"',
      '- textbox "How to reach you (optional)"',
      '- button "Ask"',
      '- complementary "Help"',
      '- link "findahelpline.com"',
    ])
      expect(tree).toContain(part);
    expect(await findViolations(page, 'a Page in bright yellow')).toEqual([]);

    await page.goto(journey.pageUrl);
    const question = page.getByLabel('Your question');
    await question.fill('?');
    await page.getByRole('button', { name: 'Ask' }).click();
    const summary = page.getByRole('alert');
    await summary.getByText('Write a question of 2 to 500 characters.').waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    expect(await findViolations(page, 'a refused question')).toEqual([]);
    await summary.getByRole('link').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('question');
    expect(await question.getAttribute('aria-describedby')).toBe('question-hint question-fault');
    expect(await question.inputValue()).toBe('?');
    await page.keyboard.press('Escape');
    await question.fill(`${'é'.repeat(501)}`);
    await page.getByRole('button', { name: 'Ask' }).click();
    await summary.waitFor();

    await question.fill(answerable);
    await journey.stopService();
    await page.getByRole('button', { name: 'Ask' }).click();
    await summary.getByText('The page did not respond').waitFor();
    expect(await question.inputValue()).toBe(answerable);
    await journey.startAgain();
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('status').getByText(shipping).waitFor();
  });
});

async function focusOf(page: Page, act: () => Promise<void>): Promise<unknown> {
  await act();
  return page.evaluate('document.activeElement.id || document.activeElement.textContent');
}
