import { expect, test } from 'vitest';
import { readEvent } from '../../src/capabilities/inboxes/read-events.ts';
import { parseMime } from '../../src/connectors/email/parse-mime.ts';
import { textOfHtml, withoutQuotes } from '../../src/connectors/email/plain-text.ts';
import { type ReadMail, readMail } from '../../src/connectors/email/read-mail.ts';
import { mailService } from '../../src/connectors/email/services.ts';
import { mailFixtures } from './support/mail-fixtures.ts';

const arrivedMs = Date.parse('2026-11-22T09:05:00Z');
const own = new Set(['aurora@example.org']);

async function readAll(): Promise<Map<string, ReadMail | null>> {
  const all = new Map<string, ReadMail | null>();
  let memory = {};
  for (const { name, raw, isSent = false } of mailFixtures) {
    const parts = await parseMime(Buffer.from(raw)).catch(() => null);
    const read = parts === null ? null : readMail(parts, { own, isSent, memory, arrivedMs });
    memory = { ...memory, ...read?.memory };
    all.set(name, read);
  }
  return all;
}

test('at least 60 emails each go into the right thread, emails from programs are kept separate, and broken ones do no harm', async () => {
  expect(mailFixtures.length).toBeGreaterThanOrEqual(60);
  const all = await readAll();
  const wrong: string[] = [];
  const threads = new Map<unknown, string>();
  for (const { name, threadOf, body, isAutomated = false, isBroken = false, attachments } of mailFixtures) {
    const read = all.get(name) ?? null;
    if ((read === null) !== isBroken) wrong.push(`${name}: ${read === null ? 'not read' : 'read'}`);
    if (read === null) continue;
    const { event } = read;
    const thread = event['threadId'];
    const expected = threadOf ?? name;
    if ((threads.get(thread) ?? expected) !== expected) wrong.push(`${name}: in the thread of ${threads.get(thread)}`);
    if (threadOf !== undefined && threads.get(thread) !== threadOf)
      wrong.push(`${name}: not in the thread of ${threadOf}`);
    threads.set(thread, expected);
    if (body !== undefined && event['body'] !== body) wrong.push(`${name}: ${JSON.stringify(event['body'])}`);
    if (read.isAutomated !== isAutomated) wrong.push(`${name}: automated ${read.isAutomated}`);
    if (attachments !== undefined && JSON.stringify(event['attachments']) !== JSON.stringify(attachments))
      wrong.push(`${name}: ${JSON.stringify(event['attachments'])}`);
    const checked = readEvent(event);
    if (checked.event === null) wrong.push(`${name}: ${checked.faults.map(({ message }) => message).join()}`);
  }
  expect(wrong).toEqual([]);
});

test('removing quotes and markup takes time in proportion to the length of the text, whatever the text', () => {
  for (const line of [
    `On ${'a '.repeat(30_000)}`,
    '_'.repeat(60_000),
    `${'>'.repeat(60_000)}`,
    'From: \n'.repeat(8_000),
    '<'.repeat(200_000),
    '<!--'.repeat(50_000),
    '<style>'.repeat(30_000),
  ]) {
    const began = process.cpuUsage();
    withoutQuotes(line);
    textOfHtml(line);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
  }
});

test('of repeated headers the first counts, through Postmark as well as through a mailbox', async () => {
  const headers = [
    { Name: 'Message-ID', Value: '<first@example.com>' },
    { Name: 'message-id', Value: '<second@example.com>' },
  ];
  const payload = { FromFull: { Email: 'maya@example.com', Name: 'Maya' }, TextBody: 'hi', Headers: headers };
  const delivery = { headers: {}, body: Buffer.from(JSON.stringify(payload)), nowMs: arrivedMs };
  const receiver = { fields: { address: [...own].join() }, memory: {}, secrets: () => [] };
  const reading = await mailService('postmark')?.read(delivery, receiver);
  expect(reading?.events.map(({ event }) => event['messageId'])).toEqual(['first@example.com']);
});
