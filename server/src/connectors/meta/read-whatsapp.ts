import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';
import {
  type AccountEvent,
  eventIdOf,
  idOf,
  kept,
  messageIdOf,
  nothingRead,
  objectOf,
  type Reading,
  storableTextOrNone,
  timeOf,
} from '../connector.ts';

type Json = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, AttachmentKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'voice',
  document: 'file',
  sticker: 'sticker',
};
/** The types of items that contain no message to answer. */
const noMessages = new Set(['reaction', 'system', 'request_welcome']);

/**
 * Parses messages to a phone number, messages sent from it with the WhatsApp Business app (`smb_message_echoes`), and
 * the statuses of messages sent through the API.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components
 */
export function readWhatsapp(payload: unknown): Reading {
  const events: AccountEvent[] = [];
  const unreadable: string[] = [];
  const root = objectOf(payload);
  if (root === null || !Array.isArray(root['entry'])) return { ...nothingRead, unreadable: ['entry'] };
  if (root['object'] !== 'whatsapp_business_account') return nothingRead;
  root['entry'].forEach((entry: unknown, at) => {
    const changes = objectOf(entry)?.['changes'];
    if (!Array.isArray(changes)) return;
    changes.forEach((change: unknown, index) => {
      const value = objectOf(objectOf(change)?.['value']);
      const accountId = idOf(objectOf(value?.['metadata'])?.['phone_number_id']);
      if (value === null || accountId === null) return;
      const path = `entry[${at}].changes[${index}].value`;
      for (const [list, read] of [
        ['messages', (item: Json) => received(item, value)],
        ['message_echoes', echoed],
        ['statuses', sentElsewhere],
      ] as const) {
        const items = value[list];
        if (!Array.isArray(items)) continue;
        items.forEach((raw: unknown, place) => {
          const item = objectOf(raw);
          const event = item === null ? undefined : read(item);
          if (event === undefined) unreadable.push(`${path}.${list}[${place}]`);
          else if (event !== null) events.push({ accountId, event, refusedFor: null });
        });
      }
    });
  });
  return { ...nothingRead, events, unreadable };
}

function received(item: Json, value: Json): Json | null | undefined {
  if (isChange(item)) return changed(item, item['from']);
  const base = messageOf(item, item['from']);
  if (base == null) return base;
  const from = String(base['threadId']);
  const contacts = Array.isArray(value['contacts']) ? value['contacts'].map(objectOf) : [];
  const known = contacts.find((contact) => contact?.['wa_id'] === from);
  const name = storableTextOrNone(objectOf(known?.['profile'])?.['name'], 200);
  const contact = { id: from, ...(name !== undefined && { name }), handle: `+${from}` };
  return { ...base, type: 'message.received', contact };
}

function echoed(item: Json): Json | null | undefined {
  if (isChange(item)) return changed(item, item['to']);
  const base = messageOf(item, item['to']);
  return base == null ? base : { ...base, type: 'message.sent' };
}

function isChange({ type }: Json): boolean {
  return type === 'edit' || type === 'revoke';
}

/**
 * Reads an edit or a deletion, which names the message that it changes. Meta reports edits only for numbers that also
 * use the WhatsApp Business app, and sometimes reports them as unsupported messages.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages/edit
 */
function changed(item: Json, other: unknown): Json | null | undefined {
  const type = item['type'] === 'edit' ? 'message.edited' : 'message.deleted';
  const content = objectOf(item[String(item['type'])]);
  const original = idOf(content?.['original_message_id']);
  const threadId = idOf(other);
  const changeId = idOf(item['id']);
  const sentAt = timeOf(item['timestamp'], 1_000);
  if (original === null || threadId === null || changeId === null || sentAt === null) return undefined;
  const head = { id: eventIdOf('change', changeId), type, threadId, messageId: messageIdOf(original), sentAt };
  if (type === 'message.deleted') return head;
  const next = objectOf(content?.['message']);
  const words = objectOf(next?.[String(next['type'])]);
  const body = kept(words?.['body'] ?? words?.['caption'], 8_000);
  // An empty body means that a media message lost its caption. There is no other text to change.
  return body === '' ? null : { ...head, body };
}

/**
 * Reads the status of a message that was sent through the API. The status does not contain the text. If an outbox
 * sender reported the message, its id is already known; otherwise the creator sent it.
 */
function sentElsewhere(item: Json): Json | null | undefined {
  if (item['status'] !== 'sent') return null;
  const messageId = idOf(item['id']);
  const threadId = idOf(item['recipient_id']);
  const sentAt = timeOf(item['timestamp'], 1_000);
  if (messageId === null || threadId === null || sentAt === null) return undefined;
  const head = { id: eventIdOf('status', messageId), threadId, messageId: messageIdOf(messageId), sentAt };
  return { ...head, type: 'message.sent', body: '', attachments: ['other'] };
}

function messageOf(item: Json, other: unknown): Json | null | undefined {
  const messageId = idOf(item['id']);
  const threadId = idOf(other);
  const sentAt = timeOf(item['timestamp'], 1_000);
  if (messageId === null || threadId === null || sentAt === null) return undefined;
  const type = String(item['type']);
  if (noMessages.has(type)) return null;
  const content = objectOf(item[type]);
  const interactive = objectOf(content?.['button_reply']) ?? objectOf(content?.['list_reply']);
  const body = kept(content?.['body'] ?? content?.['caption'] ?? content?.['text'] ?? interactive?.['title'], 8_000);
  const isVoice = type === 'audio' && content?.['voice'] === true;
  const kind = isVoice ? 'voice' : (kinds[type] ?? (body === '' ? 'other' : null));
  const head = { id: eventIdOf('message', messageId), threadId, messageId: messageIdOf(messageId), sentAt, body };
  return kind === null ? head : { ...head, attachments: [kind] };
}
