import { lookup } from 'node:dns/promises';
import { ImapFlow } from 'imapflow';
import { objectOf } from '../connectors/connector.ts';
import { mailReader } from '../connectors/email/mail-reader.ts';
import { ownAddresses } from '../connectors/email/own-addresses.ts';
import { mostMailBytes } from '../connectors/email/parse-mime.ts';
import type { RawMail } from '../connectors/email/read-mails.ts';
import { isPublicAddress } from '../jobs/public-address.ts';
import { PullProblem, type PullSession } from './pull-session.ts';

export interface MailSessionOptions {
  readonly allowPrivateAddresses: boolean;
  /** How often the sent folder is checked while the inbox is quiet, in milliseconds. */
  readonly lookEveryMs: number;
  /** Resolves a host name to all its addresses. Uses the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** How far a folder was read. A different validity means that the server has renumbered its emails. */
interface Cursor {
  readonly validity: string;
  readonly uid: number;
}

const mailsPerCommit = 20;
/** After a renumbering, this many of the newest emails are reread; their Message-IDs identify duplicates. */
const readAgain = 200;

/**
 * Creates a session that reads the inbox and the sent folder over IMAP. It opens folders with EXAMINE, fetches with
 * BODY.PEEK and waits with IDLE, so that it changes nothing on the server, not even which emails are marked as read.
 */
export function createMailSession(options: MailSessionOptions): PullSession {
  const { allowPrivateAddresses, lookEveryMs, resolve = addressesOf } = options;
  return async ({ receiver, signal, take, noteReached, now }) => {
    const { fields } = receiver;
    const host = fields['host'] ?? '';
    const addresses = await resolve(host);
    const isAllowed = allowPrivateAddresses || addresses.every(isPublicAddress);
    if (!isAllowed) throw new PullProblem('not_reached');
    const [password] = receiver.secrets('password');
    if (password === undefined) throw new PullProblem('token_refused');
    const open = (address: string) =>
      new ImapFlow({
        host: address,
        servername: host,
        port: Number(fields['port'] ?? 993),
        secure: true,
        auth: { user: fields['user'] ?? '', pass: password },
        logger: false,
        disableAutoIdle: true,
      });
    const client = await connectToAny(addresses, open, signal);
    const own = ownAddresses(fields);
    let { memory } = receiver;
    const close = () => client.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      const sent =
        fields['sentFolder'] ?? (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')?.path;
      await noteReached();
      while (!signal.aborted) {
        for (const folder of sent === undefined ? ['INBOX'] : [sent, 'INBOX']) {
          memory = await readFolder(folder, folder === sent, memory);
        }
        await idle(client, lookEveryMs, signal);
      }
    } catch (error) {
      throw problemOf(error);
    } finally {
      signal.removeEventListener('abort', close);
      client.close();
    }

    async function readFolder(folder: string, isSent: boolean, before: typeof memory): Promise<typeof memory> {
      const box = await client.mailboxOpen(folder, { readOnly: true });
      const name = isSent ? 'cursor:sent' : 'cursor:inbox';
      const validity = String(box.uidValidity);
      const known = cursorOf(before[name]);
      const next = Number(box.uidNext ?? 1);
      let after = { ...before };
      let uid = known === null ? next - 1 : known.validity === validity ? known.uid : Math.max(0, next - 1 - readAgain);
      const commit = async (mails: readonly RawMail[]) => {
        const reading = await mailReader.readMails({ mails, own, isSent, memory: after });
        const cursor: Cursor = { validity, uid: mails.at(-1)?.uid ?? uid };
        const learnt = { ...reading.memory, [name]: cursor };
        await take({ ...reading, memory: learnt });
        after = { ...after, ...learnt };
        uid = cursor.uid;
      };
      if (known === null || known.validity !== validity) await commit([]);
      if (next - 1 <= uid && box.exists === 0) return after;
      const found: RawMail[] = [];
      const wanted = { uid: true, internalDate: true, source: { start: 0, maxLength: mostMailBytes } };
      for await (const mail of client.fetch(`${uid + 1}:*`, wanted, { uid: true })) {
        // `n:*` always includes the last email, even if its number is lower.
        if (mail.uid <= uid || mail.source === undefined) continue;
        const arrivedMs = new Date(mail.internalDate ?? now()).getTime();
        found.push({ uid: mail.uid, raw: mail.source, arrivedMs });
        if (found.length >= mailsPerCommit) break;
      }
      if (found.length === 0) return after;
      await commit(found.sort((one, other) => one.uid - other.uid));
      return found.length >= mailsPerCommit ? readFolder(folder, isSent, after) : after;
    }
  };
}

/** Waits until an email arrives, the time is up, or the connection or session ends. */
async function idle(client: ImapFlow, ms: number, signal: AbortSignal): Promise<void> {
  // A lost connection emits its own event, which ends the wait.
  void client.idle().catch(() => undefined);
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      client.off('exists', done);
      client.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    client.on('exists', done);
    client.on('close', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * Connects to the first address that answers, for example the IPv4 address if IPv6 is unreachable. @throws PullProblem
 */
async function connectToAny(
  addresses: readonly string[],
  open: (address: string) => ImapFlow,
  signal: AbortSignal,
): Promise<ImapFlow> {
  let problem = new PullProblem('not_reached');
  for (const address of addresses) {
    const client = open(address);
    const close = () => client.close();
    // Without a listener, a lost connection would end the process. The call in progress fails anyway.
    client.on('error', () => undefined);
    signal.addEventListener('abort', close, { once: true });
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.close();
      problem = problemOf(error);
      if (problem.code === 'token_refused' || signal.aborted) break;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }
  throw problem;
}

function problemOf(error: unknown): PullProblem {
  const isRefused = error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true;
  return error instanceof PullProblem ? error : new PullProblem(isRefused ? 'token_refused' : 'not_reached');
}

/** Resolves a host name, so that the connection uses exactly the addresses that were checked. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function cursorOf(value: unknown): Cursor | null {
  const { validity, uid } = objectOf(value) ?? {};
  return typeof validity === 'string' && typeof uid === 'number' ? { validity, uid } : null;
}
