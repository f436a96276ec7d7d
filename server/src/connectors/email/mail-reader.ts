import { createTaskThread } from '../../lib/turns/task-thread.ts';
import { nothingRead, type Reading } from '../connector.ts';
import type { MailTask } from './mail-task.ts';
import type { MailCall } from './read-call.ts';
import { type MailBatch, unreadableMail } from './read-mails.ts';

/** Parses emails. Never throws; emails that cannot be parsed are reported in the result. */
export interface MailReader {
  /** Parses emails from a mailbox. If the thread fails on several emails, parses them again one by one. */
  readMails(batch: MailBatch): Promise<Reading>;
  /** Parses the email in a verified call from an email service. */
  readCall(call: MailCall): Promise<Reading>;
}

const limits = { answerMs: 20_000, idleMs: 30_000, heapMb: 192 };

/**
 * Creates a reader that parses emails in a separate thread, so that they do not delay requests. A task fails if the
 * thread dies or takes longer than 20 s.
 */
export function createMailReader(script = new URL('./mail-worker.ts', import.meta.url)): MailReader {
  const thread = createTaskThread<MailTask, Reading>({ script, ...limits });

  async function readMails(batch: MailBatch): Promise<Reading> {
    const reading = await thread.ask({ batch });
    if (reading !== null) return reading;
    const [only, ...others] = batch.mails;
    if (only === undefined) return nothingRead;
    if (others.length === 0) return { ...nothingRead, unreadable: [unreadableMail(only.uid)] };
    let all = nothingRead;
    for (const mail of batch.mails) {
      all = joined(all, await readMails({ ...batch, mails: [mail], memory: { ...batch.memory, ...all.memory } }));
    }
    return all;
  }

  return {
    readMails,
    readCall: async (call) => (await thread.ask({ call })) ?? { ...nothingRead, unreadable: ['$'] },
  };
}

/**
 * The reader that all mailboxes and email services of this process share. One thread parses their emails, and starts
 * with the first email.
 */
export const mailReader: MailReader = createMailReader();

function joined(one: Reading, other: Reading): Reading {
  return {
    events: [...one.events, ...other.events],
    accounts: [],
    memory: { ...one.memory, ...other.memory },
    unreadable: [...one.unreadable, ...other.unreadable],
  };
}
