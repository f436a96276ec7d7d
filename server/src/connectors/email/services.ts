import { createHmac, createPublicKey, verify } from 'node:crypto';
import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import {
  type Delivery,
  headerOf,
  jsonOf,
  nothingRead,
  objectOf,
  type PushConnector,
  type Reading,
  type ReceiverView,
} from '../connector.ts';
import { addressIn, headersIn, kindOfAttachment, type MailParts } from './mail-parts.ts';
import { readMail } from './read-mail.ts';

type Json = Readonly<Record<string, unknown>>;

/** How long a mail service repeats an unanswered call, possibly with its old signature. */
const repeatedForMs = 72 * 3_600_000;
const aheadMs = 300_000;

/**
 * Postmark signs nothing; it sends the password from the address.
 * https://postmarkapp.com/developer/webhooks/inbound-webhook
 */
const postmark: PushConnector = {
  isVerified(delivery, receiver) {
    const [, given] = /^Basic ([A-Za-z0-9+/=]{1,500})$/.exec(headerOf(delivery, 'authorization') ?? '') ?? [];
    if (given === undefined) return false;
    const text = Buffer.from(given, 'base64').toString('utf8');
    return receiver.secrets('webhookPassword').some((secret) => areEqualSecrets(text, `understudy:${secret}`));
  },
  read(delivery, receiver) {
    const json = objectOf(jsonOf(delivery.body));
    return json === null ? unreadable('$') : readingOf(postmarkParts(json), delivery, receiver);
  },
};

/**
 * SendGrid signs the time and the body with ECDSA.
 * https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/securing-your-parse-webhooks
 */
const sendgrid: PushConnector = {
  isVerified(delivery, { fields }) {
    const timestamp = headerOf(delivery, 'x-twilio-email-event-webhook-timestamp') ?? '';
    const signature = headerOf(delivery, 'x-twilio-email-event-webhook-signature') ?? '';
    if (!isRecent(timestamp, delivery.nowMs) || !/^[A-Za-z0-9+/=]{20,500}$/.test(signature)) return false;
    try {
      const der = Buffer.from(fields['publicKey'] ?? '', 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const signed = Buffer.concat([Buffer.from(timestamp), delivery.body]);
      return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
    } catch {
      return false;
    }
  },
  async read(delivery, receiver) {
    const form = await formOf(delivery);
    if (form === null) return unreadable('$');
    const headers = headersIn(form.get('headers') ?? '');
    return readingOf(
      { ...formParts(form, headers), text: form.get('text') ?? '', html: form.get('html') ?? '' },
      delivery,
      receiver,
    );
  },
};

/**
 * Mailgun signs the time and a token, but not the body. A token is valid for one mail, which the store enforces like
 * the uniqueness of event ids. https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
const mailgun: PushConnector = {
  isVerified(delivery, receiver) {
    const fields = fieldsIn(delivery);
    const [timestamp = '', token = '', given = ''] = ['timestamp', 'token', 'signature'].map((name) =>
      fields.get(name),
    );
    if (!isRecent(timestamp, delivery.nowMs) || token === '' || !/^[0-9a-f]{64}$/.test(given)) return false;
    return receiver.secrets('signingKey').some((key) =>
      areEqualSecrets(
        given,
        createHmac('sha256', key)
          .update(timestamp + token)
          .digest('hex'),
      ),
    );
  },
  async read(delivery, receiver) {
    const form = await formOf(delivery);
    if (form === null) return unreadable('$');
    const parts = formParts(form, mailgunHeaders(form));
    const text = form.get('stripped-text') ?? form.get('body-plain') ?? '';
    // Exactly the verified token: a second field of that name changes nothing.
    const token = fieldsIn(delivery).get('token') ?? '';
    return readingOf({ ...parts, text, html: form.get('body-html') ?? '' }, delivery, receiver, `mailgun:${token}`);
  },
};

const services: Readonly<Record<string, PushConnector>> = { postmark, sendgrid, mailgun };

/** The mail services, by the receiver's transport. */
export function mailService(transport: string): PushConnector | null {
  return services[transport] ?? null;
}

export function ownAddresses(fields: Readonly<Record<string, string>>): Set<string> {
  return new Set((fields['address'] ?? '').split(',').map((address) => address.trim().toLowerCase()));
}

function readingOf(
  parts: MailParts,
  { nowMs }: Delivery,
  { fields, memory }: ReceiverView,
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

function isRecent(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = nowMs - Number(timestamp) * 1_000;
  return age <= repeatedForMs && age >= -aheadMs;
}

function postmarkParts(json: Json): MailParts {
  const headers = new Map<string, string>();
  for (const each of Array.isArray(json['Headers']) ? json['Headers'] : []) {
    const { Name: name, Value: value } = objectOf(each) ?? {};
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    // The first of each counts, as for all other mail.
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
  // The field is an id of Postmark's own, unlike the header.
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

/** Mailgun gives all headers as JSON pairs. */
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

/** The text fields of a form, without its files. Null if it is not a form. */
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

/** The three fields of the signature, found without parsing the whole form. */
function fieldsIn(delivery: Delivery): Map<string, string> {
  const type = headerOf(delivery, 'content-type') ?? '';
  const text = Buffer.from(delivery.body).toString('latin1');
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return new Map(new URLSearchParams(text));
  const found = new Map<string, string>();
  for (const name of ['timestamp', 'token', 'signature']) {
    const [, value] =
      new RegExp(`name="${name}"\\r\\n(?:[^\\r\\n]+\\r\\n){0,3}\\r\\n([^\\r\\n]{1,200})\\r\\n`).exec(text) ?? [];
    if (value !== undefined) found.set(name, value);
  }
  return found;
}
