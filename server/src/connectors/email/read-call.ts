import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';
import {
  type Delivery,
  headerOf,
  jsonOf,
  nothingRead,
  objectOf,
  type Reading,
  type ReceiverView,
} from '../connector.ts';
import { addressIn, headersIn, kindOfAttachment, type MailParts } from './mail-parts.ts';
import { mailgunFields } from './mailgun-fields.ts';
import { ownAddresses } from './own-addresses.ts';
import { readMail } from './read-mail.ts';

type Json = Readonly<Record<string, unknown>>;

export type MailServiceName = 'postmark' | 'sendgrid' | 'mailgun';

/** A verified call from an email service, and the data from its receiver that reading the call needs. */
export interface MailCall {
  readonly service: MailServiceName;
  readonly delivery: Delivery;
  readonly receiver: Pick<ReceiverView, 'fields' | 'memory'>;
}

/**
 * Reads the event in an email service's call. The email may contain anything, so parsing it may take up to half a
 * second.
 */
export async function readCall({ service, delivery, receiver }: MailCall): Promise<Reading> {
  if (service === 'postmark') {
    const json = objectOf(jsonOf(delivery.body));
    return json === null ? unreadable('$') : readingOf(postmarkParts(json), delivery, receiver);
  }
  const form = await formOf(delivery);
  if (form === null) return unreadable('$');
  if (service === 'sendgrid') {
    const parts = formParts(form, headersIn(form.get('headers') ?? ''));
    const [text, html] = [form.get('text') ?? '', form.get('html') ?? ''];
    return readingOf({ ...parts, text, html }, delivery, receiver);
  }
  const parts = formParts(form, mailgunHeaders(form));
  const text = form.get('stripped-text') ?? form.get('body-plain') ?? '';
  // Reads only the verified token; a second field with that name changes nothing.
  const token = mailgunFields(delivery).get('token') ?? '';
  return readingOf({ ...parts, text, html: form.get('body-html') ?? '' }, delivery, receiver, `mailgun:${token}`);
}

function readingOf(
  parts: MailParts,
  { nowMs }: Delivery,
  { fields, memory }: MailCall['receiver'],
  deliveryId?: string,
): Reading {
  const context = { own: ownAddresses(fields), isSent: false, memory, arrivedMs: nowMs };
  const read = readMail(parts, { ...context, ...(deliveryId !== undefined && { deliveryId }) });
  if (read === null) return unreadable('from');
  const { event, isAutomated } = read;
  const events = [{ accountId: '', event, refusedFor: null, isAutomated }];
  return { ...nothingRead, events, memory: read.memory };
}

function unreadable(path: string): Reading {
  return { ...nothingRead, unreadable: [path] };
}

function postmarkParts(json: Json): MailParts {
  const headers = new Map<string, string>();
  for (const each of Array.isArray(json['Headers']) ? json['Headers'] : []) {
    const { Name: name, Value: value } = objectOf(each) ?? {};
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    // The first header with each name counts, as in all other emails.
    if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value);
  }
  const text = (name: string) => (typeof json[name] === 'string' ? json[name] : '');
  for (const [header, field] of [
    ['subject', 'Subject'],
    ['date', 'Date'],
    ['reply-to', 'ReplyTo'],
  ] as const) {
    if (!headers.has(header) && text(field) !== '') headers.set(header, text(field));
  }
  // Falls back to Postmark's own id for the email, which is not in any header.
  if (!headers.has('message-id')) headers.set('message-id', `<${text('MessageID')}@postmark>`);
  const from = objectOf(json['FromFull']);
  const attachments = (Array.isArray(json['Attachments']) ? json['Attachments'] : []).map(
    (each: unknown): AttachmentKind => {
      const type = objectOf(each)?.['ContentType'];
      return kindOfAttachment(typeof type === 'string' ? type : '');
    },
  );
  const address = typeof from?.['Email'] === 'string' ? addressIn(from['Email']) : addressIn(text('From'));
  return {
    headers,
    from:
      address === null ? null : { ...address, name: typeof from?.['Name'] === 'string' ? from['Name'] : address.name },
    to: [],
    text: text('TextBody'),
    html: text('HtmlBody'),
    attachments,
  };
}

function formParts(form: ReadonlyMap<string, string>, headers: Map<string, string>): Omit<MailParts, 'text' | 'html'> {
  const subject = form.get('subject');
  if (!headers.has('subject') && subject !== undefined) headers.set('subject', subject);
  const count = Number(form.get('attachments') ?? form.get('attachment-count') ?? 0);
  const attachments = Array.from({ length: Math.min(10, Number.isInteger(count) ? count : 0) }, () => 'file' as const);
  return { headers, from: addressIn(headers.get('from') ?? form.get('from')), to: [], attachments };
}

/** Reads an email's headers, which Mailgun sends as JSON pairs. */
function mailgunHeaders(form: ReadonlyMap<string, string>): Map<string, string> {
  const headers = new Map<string, string>();
  const pairs: unknown = jsonOf(Buffer.from(form.get('message-headers') ?? ''));
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const [name, value] = Array.isArray(pair) ? pair : [];
    const key = typeof name === 'string' ? name.toLowerCase() : '';
    if (key !== '' && typeof value === 'string' && !headers.has(key)) headers.set(key, value);
  }
  return headers;
}

/** Reads a form's text fields, without its files. Resolves to null if the body is not a form. */
async function formOf(delivery: Delivery): Promise<Map<string, string> | null> {
  const type = headerOf(delivery, 'content-type') ?? '';
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return null;
  try {
    const bytes = Uint8Array.from(delivery.body);
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
  } catch {
    return null;
  }
}
