import { createTaskThread } from '../../lib/turns/task-thread.ts';
import { nothingRead, type Reading } from '../connector.ts';
import type { MailTask } from './mail-task.ts';
import type { MailCall } from './read-call.ts';
import { type MailBatch, unreadableMail } from './read-mails.ts';

/** Never throws: mails that cannot be parsed are reported. */
export interface MailReader {
  /** Mails of a mailbox. If the thread fails on a batch, its mails are parsed one by one. */
  readMails(batch: MailBatch): Promise<Reading>;
  /** The mail in a verified call of a mail service. */
  readCall(call: MailCall): Promise<Reading>;
}

const limits = { answerMs: 20_000, idleMs: 30_000, heapMb: 192 };

/**
 * Parses mails in a separate thread, so that they do not delay requests. The thread fails if it dies or takes longer
 * than 20 s.
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

/** One thread parses the mails of all mailboxes and mail services of the process. It starts with the first mail. */
export const mailReader: MailReader = createMailReader();

function joined(one: Reading, other: Reading): Reading {
  return {
    events: [...one.events, ...other.events],
    accounts: [],
    memory: { ...one.memory, ...other.memory },
    unreadable: [...one.unreadable, ...other.unreadable],
  };
}
