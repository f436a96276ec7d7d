import { answerTasks } from '../../../src/lib/turns/task-thread.ts';
import { type MailBatch, readMails } from '../../../src/pull/read-mails.ts';

/** Parses mails, and ends over one that asks for it. */
answerTasks((batch: MailBatch) => {
  if (batch.mails.some(({ raw }) => Buffer.from(raw).includes('end the thread'))) process.exit(1);
  return readMails(batch);
});
