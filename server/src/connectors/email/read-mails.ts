import type { AccountEvent, Reading } from '../connector.ts';
import { parseMime } from './parse-mime.ts';
import { readMail } from './read-mail.ts';

export interface RawMail {
  readonly uid: number;
  readonly raw: Uint8Array;
  readonly arrivedMs: number;
}

/** Emails from one folder, in order. */
export interface MailBatch {
  readonly mails: readonly RawMail[];
  /** The mailbox's own addresses. */
  readonly own: ReadonlySet<string>;
  readonly isSent: boolean;
  readonly memory: Reading['memory'];
}

/** Reads the events in emails. Skips and reports an email that cannot be parsed. */
export async function readMails({ mails, own, isSent, memory }: MailBatch): Promise<Reading> {
  const events: AccountEvent[] = [];
  const unreadable: string[] = [];
  let learnt: Reading['memory'] = {};
  for (const { uid, raw, arrivedMs } of mails) {
    try {
      const read = readMail(await parseMime(raw), { own, isSent, memory: { ...memory, ...learnt }, arrivedMs });
      if (read === null) continue;
      learnt = { ...learnt, ...read.memory };
      events.push({ accountId: '', event: read.event, refusedFor: null, isAutomated: read.isAutomated });
    } catch {
      unreadable.push(unreadableMail(uid));
    }
  }
  return { events, accounts: [], memory: learnt, unreadable };
}

/** Formats the report of an email that cannot be parsed. */
export function unreadableMail(uid: number): string {
  return `uid ${uid}`;
}
