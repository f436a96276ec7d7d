import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createEmailChannel } from '../../src/jobs/email.ts';
import { mailText } from '../../src/jobs/mail-text.ts';
import { type MailServer, type ReceivedMail, startMailServer } from './support/mail-server.ts';
import { messageText, notificationSettings, sampleAnnouncement, target } from './support/samples.ts';

type Include = ('contact' | 'reason' | 'risk' | 'message')[];

const mailFrom = 'Understudy <understudy@desk.example>';
const to = ['aurora@studio.example'];

async function send(
  server: Pick<MailServer, 'url'>,
  options: Parameters<typeof sampleAnnouncement>[1] & { include?: Include; timeoutMs?: number } = {},
) {
  const { include, timeoutMs = 10_000, ...overrides } = options;
  const settings = { email: { to }, ...(include && { include }) };
  const channel = createEmailChannel({
    settings: notificationSettings({ smtpUrl: server.url, mailFrom, timeoutMs }),
  });
  return channel.send(sampleAnnouncement(settings, overrides), target(settings));
}

async function receive(options: Parameters<typeof send>[1] = {}): Promise<ReceivedMail> {
  const server = await startMailServer();
  expect(await send(server, options)).toEqual({ kind: 'sent', note: null });
  const [mail] = server.mails;
  if (mail === undefined) throw new Error('no mail was received');
  return mail;
}

test('an email contains who, which conversation, the reason and the risk, but not the message', async () => {
  const { from, to: recipients, headers, parts, source } = await receive();
  expect([from, ...recipients]).toEqual(['understudy@desk.example', 'aurora@studio.example']);
  expect(headers['subject']).toBe('Maya (@maya) needs you: order status — review');
  expect(headers['from']).toBe(mailFrom);
  expect(headers['auto-submitted']).toBe('auto-generated');
  expect(parts['text/plain']?.replaceAll('\r\n', '\n').trimEnd()).toBe(
    [
      'Maya (@maya) needs you.',
      '',
      'For:          Aurora Lane',
      'Conversation: conv_maya',
      'Channel:      instagram',
      'Reason:       asks about a lost parcel',
      'About:        order status',
      'Risk:         review',
      'Urgency:      high',
      '',
      'Understudy sent nothing to the contact. The conversation is waiting for you.',
    ].join('\n'),
  );
  expect(parts['text/html']).toContain('<td>asks about a lost parcel</td>');
  expect(source).not.toContain('parcel 4471');
});

test('the Message-ID comes from the notification, so that a repeated email is recognised as the same', async () => {
  const server = await startMailServer();
  await send(server);
  await send(server);
  const ids = server.mails.map(({ headers }) => headers['message-id']);
  expect(ids).toEqual(['<ntf_sample@desk.example>', '<ntf_sample@desk.example>']);
});

test('an email contains only what the settings include', async () => {
  const bare = await receive({ include: [] });
  expect(bare.headers['subject']).toBe('A conversation needs you');
  expect(bare.source).not.toMatch(/@maya|asks about|order|review|high|instagram|4471/i);
  const risky = await receive({ include: ['risk'] });
  expect(risky.headers['subject']).toBe('A conversation needs you: order status — review');
  const whole = await receive({ include: ['contact', 'reason', 'risk', 'message'] });
  expect(whole.parts['text/plain']).toContain(`> ${messageText}`);
  expect(whole.parts['text/html']).toContain(messageText);
});

test('an urgent matter is marked in the subject, and a test says that it is one', async () => {
  const verdict = { reason: null, intent: 'crisis', riskLevel: 'blocked', urgency: 'urgent' } as const;
  expect((await receive({ verdict })).headers['subject']).toBe('Urgent: Maya (@maya) needs you: crisis — blocked');
  const trial = await receive({ type: 'notification.test' });
  expect(trial.headers['subject']).toMatch(/^Test: /);
  expect(trial.parts['text/plain']).toContain('This is a test. You do not need to do anything.');
});

test('line breaks in a name, a handle, a channel or a reason add no header and no recipient', async () => {
  const evil = 'Maya\r\nBcc: victim@else.example\r\n\r\nbody\u2028x\u0000\u0085y';
  const server = await startMailServer();
  const verdict = { reason: evil, intent: 'order_status', riskLevel: 'review', urgency: 'normal' } as const;
  const outcome = await send(server, {
    contact: { name: evil, handle: evil },
    channel: evil,
    displayName: evil,
    verdict,
  });
  expect(outcome).toEqual({ kind: 'sent', note: null });
  const [mail] = server.mails;
  expect(mail?.to).toEqual(to);
  expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
  expect(mail?.headers['subject']).toMatch(/^Maya Bcc: victim@else\.example body x/);
  expect(mail?.parts['text/plain']?.split('\r\n')[0]).toMatch(/needs you\.$/);
});

test('a subject is one line of limited length, and HTML contains no markup of a contact, whatever the texts', () => {
  const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(anything, anything, anything, (name, handle, reason) => {
      const verdict = { reason, intent: 'order_status', riskLevel: 'review', urgency: 'urgent' } as const;
      const mail = mailText(sampleAnnouncement(null, { contact: { name, handle }, verdict }));
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect([...mail.subject].length).toBeLessThanOrEqual(180);
    }),
  );
  const script = '<script>alert("1")</script><img src=x onerror=\'a\'>';
  const { html } = mailText(
    sampleAnnouncement({ include: ['contact', 'message'] }, { contact: { name: script }, message: script }),
  );
  expect(html).not.toMatch(/<(script|img)/);
});

test('a message of many lines is quoted line by line, without control characters', async () => {
  const mail = mailText(
    sampleAnnouncement({ include: ['message'] }, { message: 'one\r\ntwo\u0007\rthree\u2028\u202efour' }),
  );
  expect(mail.text).toContain('Message:\n\n> one\n> two\n> three\n> four\n');
});

test('text that looks like a file or an address is mailed as text, and neither is read', async () => {
  const server = await startMailServer();
  await send(server, {
    contact: { name: '{"path":"/etc/passwd"}', handle: 'http://127.0.0.1:1/' },
    include: ['contact'],
  });
  expect(server.mails[0]?.headers['subject']).toContain('{"path":"/etc/passwd"}');
  expect(server.mails[0]?.source).not.toContain('root:');
});

test('every address gets the email, and a rejected one among them is recorded', async () => {
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? refusal(550, 'CANARY') : null),
  });
  const settings = { email: { to: ['one@studio.example', 'gone@studio.example', 'two@studio.example'] } };
  const channel = createEmailChannel({ settings: notificationSettings({ smtpUrl: server.url, mailFrom }) });
  expect(await channel.send(sampleAnnouncement(settings), target(settings))).toEqual({
    kind: 'sent',
    note: 'addresses rejected: 1 of 3',
  });
  expect(server.mails[0]?.to).toEqual(['one@studio.example', 'two@studio.example']);
});

test("a mail server's errors are reported only by their code; a permanent one is final, and a temporary one is not", async () => {
  const answering = (code: number) =>
    startMailServer({ onRcptTo: (_address, _session, done) => done(refusal(code, 'CANARY')) });
  expect(await send(await answering(550))).toEqual({
    kind: 'failed',
    reason: 'the mail server rejected the addresses (550)',
    isFinal: true,
  });
  expect(await send(await answering(451))).toEqual({
    kind: 'failed',
    reason: 'the mail server rejected the addresses (451)',
    isFinal: false,
  });
  const full = await startMailServer({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(refusal(452, 'CANARY')));
    },
  });
  expect(await send(full)).toEqual({
    kind: 'failed',
    reason: 'the mail server rejected the email (452)',
    isFinal: false,
  });
});

test("the mail server's user and password are used, and a rejected login is reported", async () => {
  const logins: string[] = [];
  const server = await startMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(`${username} ${password}`);
      if (password === 'p@ss') done(null, { user: username });
      else done(new Error('CANARY'));
    },
  });
  const as = (login: string) => ({ url: server.url.replace('//', `//${login}@`) });
  expect(await send(as('desk:p%40ss'))).toEqual({ kind: 'sent', note: null });
  expect(await send(as('desk:wrong'))).toMatchObject({
    reason: 'the mail server rejected the login (535)',
    isFinal: false,
  });
  expect(logins).toEqual(['desk p@ss', 'desk wrong']);
});

test('a mail server that never answers, or does not exist, is abandoned after the timeout', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  const url = `smtp://127.0.0.1:${address.port}`;
  const startedAt = Date.now();
  const outcome = await send({ url }, { timeoutMs: 1_000 });
  expect(outcome).toMatchObject({ kind: 'failed', isFinal: false });
  // Without this timeout, it would be abandoned after half a minute.
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  expect(await send({ url })).toEqual({
    kind: 'failed',
    reason: 'the mail server could not be reached',
    isFinal: false,
  });
});

test('without a mail server or a sender nothing is sent, and the reason names the setting', async () => {
  const settings = { email: { to } };
  const none = createEmailChannel({ settings: notificationSettings() });
  expect(await none.send(sampleAnnouncement(settings), target(settings))).toMatchObject({
    reason: 'this service has no mail server: set UNDERSTUDY_SMTP_URL and UNDERSTUDY_MAIL_FROM',
  });
  const nobody = createEmailChannel({ settings: notificationSettings({ smtpUrl: 'smtp://127.0.0.1:9' }) });
  expect(await nobody.send(sampleAnnouncement(settings), target(settings))).toMatchObject({
    reason: 'this service has no sender address: set UNDERSTUDY_MAIL_FROM',
  });
});

test("a mail URL cannot turn on the mail library's own log", async () => {
  const server = await startMailServer();
  const printed: string[] = [];
  const original = { log: console.log, info: console.info };
  onTestFinished(() => {
    Object.assign(console, original);
  });
  console.log = console.info = (...parts: unknown[]) => printed.push(parts.join(' '));
  await send({ url: `${server.url}?logger=true&debug=true&transactionLog=true` });
  expect(server.mails).toHaveLength(1);
  expect(printed).toEqual([]);
});

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
