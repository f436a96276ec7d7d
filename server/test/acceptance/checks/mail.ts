import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { startFakeMailbox } from '../../connections/support/fake-imap.ts';
import { type MailFixture, mailFixtures } from '../../connections/support/mail-fixtures.ts';
import type { Check } from '../support/check.ts';
import type { Inbox } from '../support/inbox.ts';
import { connectMailbox, mailboxEnv } from '../support/providers.ts';

interface Stored {
  readonly conversationId: string;
  readonly id: string;
  readonly body: string;
}

/** Reads a mailbox with realistic emails: threads, quotes, automatic emails, broken emails and decompression bombs. */
export const mailCheck: Check = {
  number: 21,
  title:
    'at least 59 of 60 emails are in the right thread, automatic emails get no reply, and unreadable emails are skipped',
  runs: 'alone',
  async run({ service, serve }) {
    await service.stop();
    const box = await startFakeMailbox();
    try {
      const inbox = await (await serve(mailboxEnv(box))).open();
      await connectMailbox(inbox, box);
      await inbox.until('the wait for mail', async () => box.commands.includes('IDLE'), 60_000);
      for (const { raw, isSent } of mailFixtures) box.append(isSent ? 'Sent' : 'INBOX', raw);
      const last = 'the mail after all of them';
      box.append('INBOX', `From: Zed <zed@example.com>\r\nMessage-ID: <last@example.com>\r\n\r\n${last}`);
      const isThere = async () => (await storedIn(inbox)).some(({ body }) => body === last);
      await inbox.until('the last mail', isThere, 120_000);
      await inbox.until('drafts', async () => (await inbox.drafts()).length > 0);
      await delay(5_000);
      assert.deepEqual(box.violations, []);
      return await judge(inbox);
    } finally {
      await box.stop();
    }
  },
};

async function storedIn(inbox: Inbox): Promise<Stored[]> {
  const { workspaces } = await inbox.command('export');
  const conversations: { id: string; messages?: { id: string; body: string }[] }[] = workspaces[0].conversations ?? [];
  return conversations.flatMap(({ id: conversationId, messages = [] }) =>
    messages.map(({ id, body }) => ({ conversationId, id, body })),
  );
}

async function judge(inbox: Inbox) {
  const stored = await storedIn(inbox);
  const readable = mailFixtures.filter(({ isBroken }) => isBroken !== true);
  const conversations = new Map<string, string>();
  const wrong: string[] = [];
  for (const fixture of readable) {
    const found = stored.filter((message) => isOf(message, fixture));
    const [message] = found;
    const expected = fixture.threadOf ?? fixture.name;
    const isNew = fixture.threadOf === undefined;
    const others = new Set(conversations.values());
    const isRight =
      message !== undefined &&
      (isNew ? !others.has(message.conversationId) : conversations.get(expected) === message.conversationId);
    if (found.length !== 1 || !isRight) wrong.push(fixture.name);
    if (message !== undefined && isNew) conversations.set(fixture.name, message.conversationId);
  }
  assert.ok(readable.length >= 60, `${readable.length} mails`);
  assert.ok(wrong.length <= readable.length - 59, `in the wrong thread: ${wrong.join(', ')}`);
  assert.equal(stored.length, readable.length + 1, 'mails that cannot be read leave nothing');
  const drafts = await inbox.drafts();
  const machines = readable.filter(({ isAutomated }) => isAutomated === true);
  const answered = machines.filter(({ name }) =>
    drafts.some(({ conversationId }) => conversationId === conversations.get(name)),
  );
  assert.deepEqual(answered, [], 'mails of machines that were drafted');
  assert.equal(await inbox.units(), drafts.length);
  return {
    mails: mailFixtures.length,
    readable: readable.length,
    rightThread: readable.length - wrong.length,
    machines: machines.length,
    loops: answered.length,
    skipped: mailFixtures.length - readable.length,
    drafts: drafts.length,
  };
}

/**
 * Returns true if a stored message is the given email. Compares Message-IDs, or texts if the email has no Message-ID.
 */
function isOf({ id, body }: Stored, { raw, body: written }: MailFixture): boolean {
  const [, own] = /^Message-ID: <([^>]+)>/m.exec(raw) ?? [];
  return own === undefined ? body === written : id === own;
}
