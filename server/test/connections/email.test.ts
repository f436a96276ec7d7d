import { readFileSync } from 'node:fs';
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createMailSession } from '../../src/pull/pull-mail.ts';
import { PullProblem } from '../../src/pull/pull-session.ts';
import { onOneStore } from '../cli/support/places.ts';
import { openKind } from './support/open-kind.ts';
import { openFakeMailbox } from './support/open-providers.ts';

function mail(id: string, from: string, to: string, body: string, ...headers: string[]): string {
  const date = new Date().toUTCString();
  return [`From: ${from}`, `To: ${to}`, `Date: ${date}`, `Message-ID: <${id}>`, ...headers, '', body].join('\r\n');
}

const own = 'aurora@example.org';
const maya = 'Maya <maya@example.com>';

onOneStore('SQLite', (fresh) => {
  test("a mailbox is read only with read commands, sent email counts as the creator's, and email from programs is kept separate", {
    timeout: 400_000,
  }, async () => {
    const box = await openFakeMailbox();
    box.append('INBOX', mail('old@example.com', maya, own, 'from before the connection'));
    const { connect, messages, secretFile, eventually, command } = await openKind(fresh, {
      UNDERSTUDY_ALLOW_PRIVATE_MAIL_SERVERS: 'true',
      UNDERSTUDY_MAIL_LOOK_SECONDS: '1',
      NODE_EXTRA_CA_CERTS: box.certificate,
    });
    const fields = ['--set=host=localhost', `--set=port=${box.port}`, `--set=user=${own}`, `--set=address=${own}`];
    const made = await connect('con_mail', 'email', ...fields, secretFile('password', 'an app password'));
    expect(made.stderr).toBe('');
    expect(made.json()).toMatchObject({ account: '', code: null, transport: 'imap' });
    await eventually(async () => expect(box.commands).toContain('IDLE'));

    box.append('INBOX', mail('q1@example.com', maya, own, 'Do you ship to Brazil?'));
    box.append(
      'INBOX',
      mail('bot@example.com', 'Bot <bot@example.com>', own, 'I am away', 'Auto-Submitted: auto-replied'),
    );
    box.append('INBOX', '\u0000 broken');
    box.append('INBOX', mail('q2@example.com', maya, own, 'And to Peru?', 'References: <q1@example.com>'));
    const wanted = ['And to Peru?', 'Do you ship to Brazil?', 'I am away'];
    await eventually(async () => expect((await messages()).map(({ body }) => body).sort()).toEqual(wanted));
    box.append('Sent', mail('a1@example.org', own, maya, 'Yes!', 'References: <q1@example.com> <q2@example.com>'));
    await eventually(async () => {
      expect((await messages()).find(({ id }) => id === 'a1@example.org')?.direction).toBe('outbound');
    });
    const [connection] = (await command('connections', 'list')).json();
    expect(connection).toMatchObject({ state: 'active', seesEcho: true, problem: null });
    const conversations: { messages: number }[] = (await command('conversations', 'list')).json();
    expect(conversations.map(({ messages: count }) => count).sort()).toEqual([1, 3]);

    box.append('INBOX', mail('q3@example.com', maya, own, 'Thanks!', 'References: <q1@example.com>'));
    box.renumber();
    await eventually(async () => expect((await messages()).map(({ id }) => id)).toContain('q3@example.com'));
    const ids = (await messages()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(box.violations).toEqual([]);
  });
});

test('a command that could change something is recorded as a violation', async () => {
  const box = await openFakeMailbox();
  const socket = connectTls({ port: box.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.write('a1 SELECT INBOX\r\na2 UID STORE 1 +FLAGS (\\Seen)\r\na3 UID FETCH 1:* (BODY[])\r\n');
  const refused = ['SELECT INBOX', 'UID STORE 1 +FLAGS (\\Seen)', 'UID FETCH 1:* (BODY[])'];
  await expect.poll(() => box.violations).toEqual(refused);
  socket.destroy();
});

/**
 * Runs one session with a mailbox at `localhost`, which resolves to these addresses. Returns the session's problem, or
 * null if it can read.
 */
async function problemAt(addresses: readonly string[], box: { port: number; certificate: string }) {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, readFileSync(box.certificate, 'utf8')]);
  onTestFinished(() => setDefaultCACertificates(before));
  const session = createMailSession({
    allowPrivateAddresses: true,
    lookEveryMs: 1_000,
    resolve: async () => addresses,
  });
  const fields = { host: 'localhost', port: String(box.port), user: own, address: own };
  const end = new AbortController();
  const ended = session({
    receiver: { fields, memory: {}, secrets: () => ['an app password'] },
    signal: end.signal,
    now: Date.now,
    take: async () => undefined,
    noteReached: async () => end.abort(),
  });
  return ended.then(
    () => null,
    (error: unknown) => (end.signal.aborted ? null : error instanceof PullProblem && error.code),
  );
}

test('a mail server with several addresses is reached at the first one that answers', async () => {
  const box = await openFakeMailbox();
  expect(await problemAt(['::1', '127.0.0.2', '127.0.0.1'], box)).toBe(null);
  expect(box.commands.length).toBeGreaterThan(0);
  expect(await problemAt(['::1', '127.0.0.2'], box)).toBe('not_reached');
  expect(await problemAt([], box)).toBe('not_reached');
});
