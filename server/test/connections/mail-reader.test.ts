import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMailReader, type MailReader } from '../../src/connectors/email/mail-reader.ts';
import { mostMailBytes } from '../../src/connectors/email/parse-mime.ts';
import { type MailCall, readCall } from '../../src/connectors/email/read-call.ts';
import { readMails } from '../../src/connectors/email/read-mails.ts';
import { mailService } from '../../src/connectors/email/services.ts';
import { leastOf } from '../support/quickest.ts';

const head = (id: string) =>
  `From: Maya <maya@example.com>\r\nTo: aurora@example.org\r\nMessage-ID: <${id}>\r\nDate: Mon, 23 Nov 2026 12:00:00 +0000\r\n`;

function batchOf(...raws: string[]) {
  const mails = raws.map((raw, index) => ({ uid: index + 1, raw: Buffer.from(raw), arrivedMs: 1_795_435_200_000 }));
  return { mails, own: new Set(['aurora@example.org']), isSent: false, memory: {} };
}

/** Returns an HTML email as a mailbox returns it, truncated to the largest size that is read. */
const large = (id: string) =>
  `${head(id)}Content-Type: text/html; charset=utf-8\r\n\r\n${'<p>Hello <b>you</b> &amp; <a href="https://a.example/x">me</a></p>\r\n'.repeat(4_000)}`.slice(
    0,
    mostMailBytes,
  );

/** Returns the longest time during which this thread could not serve other requests while the work ran. */
async function longestStall(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let seenAt = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - seenAt);
    seenAt = performance.now();
  };
  const looking = setInterval(look, 1);
  await delay(20);
  longest = 0;
  await work();
  look();
  clearInterval(looking);
  return longest;
}

/** Returns the longest stall while six large emails from a mailbox are read. */
async function stallOfMails(read: MailReader['readMails']): Promise<number> {
  await read(batchOf(`${head('warm@example.com')}\r\nhello`));
  const batch = batchOf(...Array.from({ length: 6 }, (_, index) => large(`m${index}@example.com`)));
  return longestStall(async () => {
    const { events } = await read(batch);
    expect(events).toHaveLength(6);
  });
}

const ownReceiver = { fields: { address: 'aurora@example.org' }, memory: {} };

function callOf(service: MailCall['service'], type: string, body: string): MailCall {
  const delivery = { headers: { 'content-type': type }, body: Buffer.from(body), nowMs: 1_795_435_200_000 };
  return { service, delivery, receiver: ownReceiver };
}

const form = 'application/x-www-form-urlencoded';
const mailForm = `headers=${encodeURIComponent(head('f@example.com'))}&text=Do+you+ship+to+Peru%3F`;
const postmarkCall = callOf(
  'postmark',
  'application/json',
  JSON.stringify({
    From: 'Maya <maya@example.com>',
    Headers: [{ Name: 'Message-ID', Value: '<p@example.com>' }],
    TextBody: 'Do you ship to Peru?',
  }),
);

test('large emails block the serving thread much less than parsing them there would', async () => {
  const there = await stallOfMails(readMails);
  const beside = await leastOf(there / 2, () => stallOfMails(createMailReader().readMails));
  console.log(`longest stall: ${there.toFixed(0)} ms in the thread that serves, ${beside.toFixed(0)} ms beside it`);
  expect(beside).toBeLessThan(Math.max(25, there / 2));
});

test("a mail service's call with 100,000 fields blocks the serving thread much less than parsing it there", async () => {
  const call = callOf('sendgrid', form, `${mailForm}${'&a=1'.repeat(100_000)}`);
  const reader = createMailReader();
  await reader.readCall(postmarkCall);
  const stallOf = (read: MailReader['readCall']) =>
    longestStall(async () => {
      const { events } = await read(call);
      expect(events.map(({ event }) => event['body'])).toEqual(['Do you ship to Peru?']);
    });
  const there = await stallOf(readCall);
  const beside = await leastOf(there / 2, () => stallOf(reader.readCall));
  console.log(`longest stall: ${there.toFixed(0)} ms in the thread that serves, ${beside.toFixed(0)} ms beside it`);
  expect(beside).toBeLessThan(Math.max(25, there / 2));
});

test('a large unsigned form is rejected in much less time than parsing it takes', async () => {
  const { delivery, receiver } = callOf('mailgun', form, `${mailForm}${'&a=1'.repeat(100_000)}`);
  const fastest = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 10 }, () => {
        const startedAt = performance.now();
        work();
        return performance.now() - startedAt;
      }),
    );
  const verified = () => mailService('mailgun')?.isVerified(delivery, { ...receiver, secrets: () => ['key'] });
  expect(verified()).toBe(false);
  const parsed = fastest(() => new Map(new URLSearchParams(Buffer.from(delivery.body).toString('latin1'))));
  expect(fastest(verified)).toBeLessThan(parsed / 4);
});

test('calls parsed in another thread give the same result as in this thread', async () => {
  const reader = createMailReader();
  const boundary = 'multipart/form-data; boundary=XX';
  const part = (name: string, value: string) =>
    `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const mailgunHeaders = JSON.stringify([['From', 'Maya <maya@example.com>']]);
  for (const call of [
    postmarkCall,
    callOf('sendgrid', form, mailForm),
    callOf(
      'mailgun',
      boundary,
      `${part('token', 't1')}${part('message-headers', mailgunHeaders)}${part('body-plain', 'Do you ship to Peru?')}--XX--\r\n`,
    ),
  ]) {
    const told = await reader.readCall(call);
    expect(told).toEqual(await readCall(call));
    expect(told.events.map(({ event }) => [event['body'], event['contact']])).toEqual([
      ['Do you ship to Peru?', { id: 'maya@example.com', name: 'Maya', handle: 'maya@example.com' }],
    ]);
  }
  for (const call of [callOf('postmark', 'application/json', '[]'), callOf('mailgun', 'text/plain', 'hi')])
    expect(await reader.readCall(call)).toMatchObject({ events: [], unreadable: ['$'] });
});

test('a call that crashes the thread is reported, and the next one is parsed', async () => {
  const reader = createMailReader(new URL('./support/ending-mail-worker.ts', import.meta.url));
  const bad = callOf('sendgrid', form, `${mailForm}&note=end the thread`);
  const [one, two] = await Promise.all([reader.readCall(bad), reader.readCall(postmarkCall)]);
  expect(one).toMatchObject({ events: [], unreadable: ['$'] });
  expect(two.events).toHaveLength(1);
});

test('emails parsed in another thread give the same result as in this thread, in order, with a broken one named', async () => {
  const batch = batchOf(
    `${head('q1@example.com')}\r\nDo you ship to Peru?`,
    `${head('bomb@example.com')}X-Long: ${'x'.repeat(140_000)}\r\n\r\nhi`,
    `${head('q2@example.com')}References: <q1@example.com>\r\n\r\nAnd to Brazil?`,
  );
  const told = await createMailReader().readMails(batch);
  expect(told).toEqual(await readMails(batch));
  expect(told.events.map(({ event }) => event['messageId'])).toEqual(['q1@example.com', 'q2@example.com']);
  expect(told.unreadable).toEqual(['uid 2']);
});

test('if a batch crashes the thread, the other emails are parsed and the faulty one is named', async () => {
  const { readMails: read } = createMailReader(new URL('./support/ending-mail-worker.ts', import.meta.url));
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
