import type { Reading } from '../connector.ts';
import { type MailCall, readCall } from './read-call.ts';
import { type MailBatch, readMails } from './read-mails.ts';

/** The input for the email thread: emails from a mailbox, or an email service's call. */
export type MailTask = { readonly batch: MailBatch } | { readonly call: MailCall };

/** Parses a task's emails, in the email thread. */
export async function readMailTask(task: MailTask): Promise<Reading> {
  return 'batch' in task ? readMails(task.batch) : readCall(task.call);
}
