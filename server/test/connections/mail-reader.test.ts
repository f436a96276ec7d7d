import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mostMailBytes } from '../../src/connectors/email/parse-mime.ts';
import { createMailReader, type MailReader } from '../../src/pull/mail-reader.ts';
import { readMails } from '../../src/pull/read-mails.ts';

const head = (id: string) =>
  `From: Maya <maya@example.com>\r\nTo: aurora@example.org\r\nMessage-ID: <${id}>\r\nDate: Mon, 23 Nov 2026 12:00:00 +0000\r\n`;

function batchOf(...raws: string[]) {
  const mails = raws.map((raw, index) => ({ uid: index + 1, raw: Buffer.from(raw), arrivedMs: 1_795_435_200_000 }));
  return { mails, own: new Set(['aurora@example.org']), isSent: false, memory: {} };
}

/** What a mailbox gives of a mail of 25 MB in HTML. */
const large = (id: string) =>
  `${head(id)}Content-Type: text/html; charset=utf-8\r\n\r\n${'<p>Hello <b>you</b> &amp; <a href="https://a.example/x">me</a></p>\r\n'.repeat(4_000)}`.slice(
    0,
    mostMailBytes,
  );

/** The longest time for which nobody else was served while mails were read. */
async function longestStall(read: MailReader): Promise<number> {
  await read(batchOf(`${head('warm@example.com')}\r\nhello`));
  const batch = batchOf(...Array.from({ length: 6 }, (_, index) => large(`m${index}@example.com`)));
  let longest = 0;
  let seenAt = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - seenAt);
    seenAt = performance.now();
  };
  const looking = setInterval(look, 1);
  await delay(20);
  longest = 0;
  const { events } = await read(batch);
  look();
  clearInterval(looking);
  expect(events).toHaveLength(6);
  return longest;
}

test('mails of 25 MB hold up the thread that serves for much less time than reading them there would', async () => {
  const there = await longestStall(readMails);
  const beside = await longestStall(createMailReader());
  console.log(`longest stall: ${there.toFixed(0)} ms in the thread that serves, ${beside.toFixed(0)} ms beside it`);
  expect(beside).toBeLessThan(Math.max(25, there / 2));
});

test('mails read in another thread tell what they tell here, in their order, with a broken one named', async () => {
  const batch = batchOf(
    `${head('q1@example.com')}\r\nDo you ship to Peru?`,
    `${head('bomb@example.com')}X-Long: ${'x'.repeat(140_000)}\r\n\r\nhi`,
    `${head('q2@example.com')}References: <q1@example.com>\r\n\r\nAnd to Brazil?`,
  );
  const told = await createMailReader()(batch);
  expect(told).toEqual(await readMails(batch));
  expect(told.events.map(({ event }) => event['messageId'])).toEqual(['q1@example.com', 'q2@example.com']);
  expect(told.unreadable).toEqual(['uid 2']);
});

test('of a batch over which the thread ends, the other mails are read and the one is named', async () => {
  const read = createMailReader(new URL('./support/ending-mail-worker.ts', import.meta.url));
  const good = batchOf(`${head('a@example.com')}\r\nhello`);
  const bad = batchOf(
    `${head('b@example.com')}\r\nfirst`,
    `${head('c@example.com')}\r\nend the thread`,
    `${head('d@example.com')}References: <b@example.com>\r\n\r\nlast`,
  );
  const [one, two] = await Promise.all([read(bad), read(good)]);
  expect(one.events.map(({ event }) => event['body'])).toEqual(['first', 'last']);
  expect(new Set(one.events.map(({ event }) => event['threadId'])).size).toBe(1);
  expect(one.unreadable).toEqual(['uid 2']);
  expect(two.events).toHaveLength(1);
});
