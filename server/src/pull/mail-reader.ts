import { nothingRead, type Reading } from '../connectors/connector.ts';
import { createTaskThread } from '../lib/turns/task-thread.ts';
import { type MailBatch, unreadableMail } from './read-mails.ts';

/** Never throws: a mail that cannot be parsed is reported. */
export type MailReader = (batch: MailBatch) => Promise<Reading>;

const limits = { answerMs: 20_000, idleMs: 30_000, heapMb: 192 };

/**
 * Parses mails in a separate thread, so that they do not delay requests. If the thread dies on a batch or takes longer
 * than 20 s, its mails are parsed one by one, and the one that fails is reported.
 */
export function createMailReader(script = new URL('./mail-worker.ts', import.meta.url)): MailReader {
  const thread = createTaskThread<MailBatch, Reading>({ script, ...limits });

  return async function read(batch: MailBatch): Promise<Reading> {
    const reading = await thread.ask(batch);
    if (reading !== null) return reading;
    const [only, ...others] = batch.mails;
    if (only === undefined) return nothingRead;
    if (others.length === 0) return { ...nothingRead, unreadable: [unreadableMail(only.uid)] };
    let all = nothingRead;
    for (const mail of batch.mails) {
      all = joined(all, await read({ ...batch, mails: [mail], memory: { ...batch.memory, ...all.memory } }));
    }
    return all;
  };
}

function joined(one: Reading, other: Reading): Reading {
  return {
    events: [...one.events, ...other.events],
    accounts: [],
    memory: { ...one.memory, ...other.memory },
    unreadable: [...one.unreadable, ...other.unreadable],
  };
}
