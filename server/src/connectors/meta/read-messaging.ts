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
  timeOf,
} from '../connector.ts';

type Json = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, AttachmentKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
  story_mention: 'story',
  reel: 'video',
  ig_reel: 'video',
};

/**
 * Parses messages to Facebook Pages and Instagram accounts, including those that another app answers (`standby`).
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events and
 * https://developers.facebook.com/docs/instagram-platform/webhooks
 */
export function readMessaging(payload: unknown, object: 'page' | 'instagram'): Reading {
  const events: AccountEvent[] = [];
  const unreadable: string[] = [];
  const root = objectOf(payload);
  if (root === null || !Array.isArray(root['entry'])) return { ...nothingRead, unreadable: ['entry'] };
  // An app may also be subscribed to other objects, which do not belong to this connection.
  if (root['object'] !== object) return nothingRead;
  root['entry'].forEach((raw: unknown, at) => {
    const entry = objectOf(raw);
    const accountId = idOf(entry?.['id']);
    for (const list of ['messaging', 'standby']) {
      const each: unknown = entry?.[list];
      if (!Array.isArray(each)) continue;
      each.forEach((item: unknown, index) => {
        const event = objectOf(item) === null ? undefined : eventOf(objectOf(item) ?? {}, accountId ?? '');
        if (accountId === null || event === undefined) unreadable.push(`entry[${at}].${list}[${index}]`);
        else if (event !== null) events.push({ accountId, event, refusedFor: null });
      });
    }
  });
  return { ...nothingRead, events, unreadable };
}

/** Reads an event. Returns null if it is not a message, and undefined if it cannot be parsed. */
function eventOf(item: Json, accountId: string): Json | null | undefined {
  const message = objectOf(item['message']);
  const edit = objectOf(item['message_edit']);
  const postback = objectOf(item['postback']);
  if (message === null && edit === null && postback === null) return null;
  const senderId = idOf(objectOf(item['sender'])?.['id']);
  const recipientId = idOf(objectOf(item['recipient'])?.['id']);
  const messageId = idOf((message ?? edit ?? postback)?.['mid']);
  const sentAt = timeOf(item['timestamp'], 1);
  if (senderId === null || recipientId === null || messageId === null || sentAt === null) return undefined;
  const isEcho = message?.['is_echo'] === true || senderId === accountId;
  const head = { threadId: isEcho ? recipientId : senderId, messageId: messageIdOf(messageId), sentAt };
  if (edit !== null) {
    const body = kept(edit['text'], 8_000);
    return body === '' ? null : { ...head, id: eventIdOf('edit', messageId, sentAt), type: 'message.edited', body };
  }
  if (message?.['is_deleted'] === true)
    return { ...head, id: eventIdOf('deleted', messageId), type: 'message.deleted' };
  const body = kept(message?.['text'] ?? postback?.['title'], 8_000);
  const attachments = message === null ? [] : attachmentsOf(message);
  if (body === '' && attachments.length === 0) return null;
  const base = { ...head, id: eventIdOf('message', messageId), body, ...(attachments.length > 0 && { attachments }) };
  if (isEcho) return { ...base, type: 'message.sent' };
  return { ...base, type: 'message.received', contact: { id: senderId } };
}

function attachmentsOf(message: Json): AttachmentKind[] {
  const found = Array.isArray(message['attachments']) ? message['attachments'] : [];
  const all: AttachmentKind[] = found.map((raw: unknown) => {
    const attachment = objectOf(raw);
    if (objectOf(attachment?.['payload'])?.['sticker_id'] !== undefined) return 'sticker';
    return kinds[String(attachment?.['type'])] ?? 'other';
  });
  if (message['is_unsupported'] === true) all.push('other');
  // A reply to a story depends on the story's content, which the service has not seen.
  if (objectOf(objectOf(message['reply_to'])?.['story']) !== null) all.push('story');
  return [...new Set(all)].slice(0, 10);
}
