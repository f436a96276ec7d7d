import { createHash } from 'node:crypto';
import { kept, storableTextOrNone } from '../connector.ts';
import { addressIn, idsIn, type MailParts } from './mail-parts.ts';
import { textOfHtml, withoutQuotes } from './plain-text.ts';

type Memory = Readonly<Record<string, unknown>>;

export interface ReadMail {
  readonly event: Readonly<Record<string, unknown>>;
  /** True if a program wrote the email. It is stored for people to see, but no reply is drafted. */
  readonly isAutomated: boolean;
  /** The entries to remember (`thread:HASH`), by which later emails are added to the thread. */
  readonly memory: Memory;
}

export interface MailContext {
  /** The mailbox's own addresses. */
  readonly own: ReadonlySet<string>;
  /** True if the email is in the sent folder. Only this proves that the creator wrote the email. */
  readonly isSent: boolean;
  readonly memory: Memory;
  /** The time of arrival, in epoch milliseconds. It replaces the email's own date if that date is implausible. */
  readonly arrivedMs: number;
  /** The provider's id for the delivery; present only if the provider guarantees that it is unique. */
  readonly deliveryId?: string;
}

const mostRemembered = 1_000;

/**
 * Reads an email as an event. The thread is identified by the other person and by the oldest email that the email
 * refers to. The subject does not identify the thread, so that nobody can enter someone else's thread. Returns null if
 * there is no other person.
 */
export function readMail(mail: MailParts, context: MailContext): ReadMail | null {
  const { own, isSent, memory, arrivedMs } = context;
  const { headers } = mail;
  const replyTo = addressIn(headers.get('reply-to'));
  const sender = mail.from ?? addressIn(headers.get('sender')) ?? addressIn(headers.get('return-path'));
  const others = mail.to.filter(({ address }) => !own.has(address));
  const isOwnName = sender !== null && own.has(sender.address);
  const other = isSent
    ? others[0]
    : isOwnName || replyTo === null
      ? sender
      : { ...replyTo, name: replyTo.name || (sender?.name ?? '') };
  if (other == null) return null;

  const [ownId] = idsIn(headers.get('message-id'));
  const key = ownId ?? hashOf(`${sender?.address} ${headers.get('date')} ${mail.text}`);
  const references = [...idsIn(headers.get('references')), ...idsIn(headers.get('in-reply-to'))];
  const roots = references.map((id) => memory[`thread:${hashOf(id)}`]).filter((root) => typeof root === 'string');
  const root = roots[0] ?? hashOf(references[0] ?? key);
  const body = kept(bodyOf(mail), 8_000);
  const attachments = [...new Set(mail.attachments)].slice(0, 10);
  const event = {
    id: kept(context.deliveryId ?? `mail:${hashOf(`${isSent} ${key}`)}`, 120),
    type: isSent ? 'message.sent' : 'message.received',
    threadId: hashOf(`${root} ${other.address}`),
    messageId: key.length <= 120 ? kept(key, 120) : hashOf(key),
    sentAt: sentAt(headers.get('date'), arrivedMs),
    body: body === '' && attachments.length === 0 ? '(no text)' : body,
    ...(attachments.length > 0 && { attachments }),
    ...(isSent && isAutomatic(mail) && { sender: 'machine' }),
    ...(!isSent && {
      contact: { id: kept(other.address, 200), ...nameOf(other.name), handle: kept(other.address, 200) },
    }),
  };
  return { event, isAutomated: !isSent && (isOwnName || isAutomatic(mail)), memory: remembered(memory, key, root) };
}

function nameOf(name: string): { name?: string } {
  const text = storableTextOrNone(name, 200);
  return text === undefined ? {} : { name: text };
}

/**
 * Returns true for emails from programs: automatic replies, bounces, mailing lists and bulk email. RFC 3834, RFC 3464,
 * RFC 2919 and RFC 5321 define the headers that mark such emails.
 */
function isAutomatic({ headers, from }: MailParts): boolean {
  const auto = headers.get('auto-submitted')?.trim().toLowerCase();
  if (auto !== undefined && auto !== '' && !auto.startsWith('no')) return true;
  if (headers.has('list-id') || headers.has('list-unsubscribe') || headers.has('x-autoreply')) return true;
  if (/^\s*<>\s*$/.test(headers.get('return-path') ?? '')) return true;
  if (/\b(?:multipart\/report|message\/delivery-status)\b/i.test(headers.get('content-type') ?? '')) return true;
  if (/^(?:bulk|junk|list|auto_reply)$/i.test(headers.get('precedence')?.trim() ?? '')) return true;
  if (headers.get('x-auto-response-suppress')?.toLowerCase() === 'all') return true;
  return /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)(?:[+@])/i.test(from?.address ?? '');
}

function bodyOf({ text, html, headers }: MailParts): string {
  const written = withoutQuotes(text.trim() === '' ? textOfHtml(html) : text);
  return written === '' ? (headers.get('subject') ?? '').trim() : written;
}

function sentAt(date: string | undefined, arrivedMs: number): string {
  const own = date === undefined ? Number.NaN : Date.parse(date.replace(/\s*\([^)]*\)\s*$/, ''));
  // A date long before or after the arrival is forged, or comes from a wrong clock.
  const isNear = Math.abs(own - arrivedMs) <= 86_400_000;
  return new Date(isNear ? Math.min(own, arrivedMs) : arrivedMs).toISOString();
}

/**
 * Returns the entries to remember after an email: the root of its thread, for answers that refer only to this email,
 * and null for the oldest entries over the limit. Returns none if the email is itself the root, or if its root is
 * already remembered.
 */
function remembered(memory: Memory, key: string, root: string): Memory {
  const name = `thread:${hashOf(key)}`;
  if (root === hashOf(key) || memory[name] === root) return {};
  const known = Object.keys(memory).filter((each) => each.startsWith('thread:'));
  const forgotten = known.slice(0, Math.max(0, known.length + 1 - mostRemembered));
  return { ...Object.fromEntries(forgotten.map((each) => [each, null])), [name]: root };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
