import { type MailTask, readMailTask } from '../../../src/connectors/email/mail-task.ts';
import { answerTasks } from '../../../src/lib/turns/task-thread.ts';

/** Parses emails, but exits if an email contains a certain text. */
answerTasks((task: MailTask) => {
  const texts = 'call' in task ? [task.call.delivery.body] : task.batch.mails.map(({ raw }) => raw);
  if (texts.some((text) => Buffer.from(text).includes('end the thread'))) process.exit(1);
  return readMailTask(task);
});
