import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailText } from '../../src/jobs/mail-text.ts';
import { webhookBody } from '../../src/jobs/webhook.ts';
import { sampleAnnouncement } from './support/samples.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/notifications.md'), 'utf8');

test('the code on the page is the code of the tested example', () => {
  const shown = block('js');
  expect(shown).toContain('timingSafeEqual');
  expect(readFileSync(join(root, 'examples/verify-webhook/receiver.mjs'), 'utf8')).toContain(shown);
});

test('the webhook and the email on the page are what is sent', () => {
  expect(JSON.parse(block('json'))).toEqual(webhookBody(sampleAnnouncement(null, { id: 'ntf_8k2v0c5r1m9t3x7a4e6d' })));
  const { subject, text } = mailText(sampleAnnouncement());
  expect(page).toContain(`Subject: ${subject}\n\n${text}`);
});

function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`the page has no block of ${language}`);
  return found;
}
