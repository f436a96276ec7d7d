import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';
import { idOf, kept, nothingRead, objectOf, type Reading, storableTextOrNone, timeOf } from '../connector.ts';

type Json = Readonly<Record<string, unknown>>;

const directions: Readonly<Record<string, 'in' | 'out' | 'machine'>> = {
  incoming: 'in',
  outgoing: 'out',
  template: 'machine',
  0: 'in',
  1: 'out',
  3: 'machine',
};
const kinds: Readonly<Record<string, AttachmentKind>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'file',
  story_mention: 'story',
  ig_reel: 'video',
};

/**
 * Parses an agent bot's events (https://www.chatwoot.com/docs/product/others/agent-bots). Skips private notes between
 * agents.
 */
export function readChatwoot(payload: unknown, delivery: string | null, nowMs: number): Reading {
  const message = objectOf(payload);
  if (message === null) return { ...nothingRead, unreadable: ['$'] };
  const name = message['event'];
  if (name !== 'message_created' && name !== 'message_updated') return nothingRead;
  const messageId = idOf(message['id']);
  const threadId = idOf(objectOf(message['conversation'])?.['id']);
  const direction = directions[String(message['message_type'])];
  if (messageId === null || threadId === null) return { ...nothingRead, unreadable: ['id', 'conversation.id'] };
  if (direction === undefined || message['private'] === true) return nothingRead;
  const head = { id: `${String(name)}:${messageId}`, threadId, messageId };
  const event =
    name === 'message_created' ? created(message, head, direction, nowMs) : deleted(message, head, delivery, nowMs);
  if (event === null) return nothingRead;
  return { ...nothingRead, events: [{ accountId: '', event, refusedFor: null }] };
}

interface Head {
  readonly id: string;
  readonly threadId: string;
  readonly messageId: string;
}

/** Reads a deletion from an update. Returns null for other updates, such as read receipts. */
function deleted(message: Json, head: Head, delivery: string | null, nowMs: number): Json | null {
  if (objectOf(message['content_attributes'])?.['deleted'] !== true) return null;
  const id = kept(`${head.id}:${delivery ?? ''}`, 120);
  return { ...head, id, type: 'message.deleted', sentAt: sentAt(message['updated_at'], nowMs) };
}

function created(message: Json, head: Head, direction: 'in' | 'out' | 'machine', nowMs: number): Json | null {
  const body = kept(message['content'], 8_000);
  const files = Array.isArray(message['attachments']) ? message['attachments'] : [];
  const found = files.map((file: unknown) => kinds[String(objectOf(file)?.['file_type'])] ?? 'other');
  const attachments = [...new Set(found)];
  if (body === '' && attachments.length === 0) return null;
  const base = {
    ...head,
    sentAt: sentAt(message['created_at'], nowMs),
    body,
    ...(attachments.length > 0 && { attachments }),
  };
  const sender = objectOf(message['sender']);
  if (direction !== 'in') {
    // The event has no `sender` field if the creator wrote the message in the provider's own app.
    const isMachine = direction === 'machine' || sender?.['type'] === 'agent_bot';
    return { ...base, type: 'message.sent', ...(isMachine && { sender: 'machine' }) };
  }
  const name = storableTextOrNone(sender?.['name'], 200);
  const handle = storableTextOrNone(sender?.['email'] ?? sender?.['phone_number'] ?? sender?.['identifier'], 200);
  const contact = {
    id: idOf(sender?.['id']) ?? head.threadId,
    ...(name !== undefined && { name }),
    ...(handle !== undefined && { handle }),
  };
  return { ...base, type: 'message.received', contact };
}

/** Reads a timestamp, which Chatwoot writes as seconds or as text, depending on its version. */
function sentAt(value: unknown, nowMs: number): string {
  const seconds = timeOf(value, 1_000);
  if (seconds !== null) return seconds;
  const parsed = typeof value === 'string' ? Date.parse(value.replace(/ UTC$/, 'Z').replace(' ', 'T')) : Number.NaN;
  return new Date(Number.isNaN(parsed) ? nowMs : parsed).toISOString();
}
