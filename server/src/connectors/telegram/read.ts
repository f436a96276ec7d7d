import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';
import type { ReceiverProblemCode } from '../../domain/inbox/receiver.ts';
import { type AccountEvent, idOf, kept, objectOf, type Reading, storableTextOrNone, timeOf } from '../connector.ts';

type Json = Readonly<Record<string, unknown>>;

/** The state of a business connection, which the receiver remembers as `connection:ID`. */
interface Known {
  readonly userId: string;
  readonly problem: ReceiverProblemCode | null;
}

/** The only updates that Understudy requests. https://core.telegram.org/bots/api#update */
export const wantedUpdates = [
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
] as const;

const attachmentFields: Readonly<Record<string, AttachmentKind>> = {
  photo: 'image',
  video: 'video',
  animation: 'video',
  video_note: 'video',
  live_photo: 'image',
  audio: 'audio',
  voice: 'voice',
  document: 'file',
  sticker: 'sticker',
  story: 'story',
  paid_media: 'other',
  checklist: 'other',
  contact: 'other',
  dice: 'other',
  game: 'other',
  giveaway: 'other',
  invoice: 'other',
  location: 'other',
  poll: 'other',
  venue: 'other',
  gift: 'other',
  unique_gift: 'other',
};

/**
 * Parses Bot API updates in order (https://core.telegram.org/bots/api#update). Rejects the messages of a business
 * connection that is disabled, whose rights are unknown, or whose rights let the bot reply.
 */
export function readUpdates(updates: readonly unknown[], memory: Json, nowMs: number): Reading {
  const known = new Map<string, Known>();
  const remembered: Record<string, unknown> = {};
  const accounts: { accountId: string; problem: ReceiverProblemCode | null }[] = [];
  const events: AccountEvent[] = [];
  const unreadable: string[] = [];

  function knownOf(id: string): Known | null {
    return known.get(id) ?? storedOf(memory[`connection:${id}`]);
  }

  function remember(id: string, next: Known): void {
    known.set(id, next);
    remembered[`connection:${id}`] = next;
    accounts.push({ accountId: next.userId, problem: next.problem });
  }

  function takeConnection(connection: Json): boolean {
    const id = idOf(connection['id']);
    const userId = idOf(objectOf(connection['user'])?.['id']);
    if (id === null || userId === null) return false;
    // `rights` was added with Bot API 9.0. Before that, `can_reply` was a separate field.
    const rights = objectOf(connection['rights']);
    const mayReply = rights?.['can_reply'] === true || connection['can_reply'] === true;
    const isOn = connection['is_enabled'] === true;
    remember(id, { userId, problem: !isOn ? 'disconnected' : mayReply ? 'may_reply' : null });
    return true;
  }

  function take(update: unknown, index: number): void {
    const fields = objectOf(update);
    const updateId = idOf(fields?.['update_id']);
    const name = wantedUpdates.find((each) => fields?.[each] !== undefined);
    if (fields === null || updateId === null) unreadable.push(`[${index}]`);
    // Updates of any other type are ignored.
    if (fields === null || updateId === null || name === undefined) return;
    const content = objectOf(fields[name]);
    const isRead =
      content !== null &&
      (name === 'business_connection' ? takeConnection(content) : takeMessages(name, content, updateId));
    if (!isRead) unreadable.push(`[${index}].${name}`);
  }

  function takeMessages(name: (typeof wantedUpdates)[number], content: Json, updateId: string): boolean {
    const connectionId = idOf(content['business_connection_id']);
    const chatId = idOf(objectOf(content['chat'])?.['id']);
    if (connectionId === null || chatId === null) return false;
    const senderId = idOf(objectOf(content['from'])?.['id']);
    const isOwn = name === 'business_message' && senderId !== null && senderId !== chatId;
    const of = knownOf(connectionId);
    // A message that the creator sent identifies the creator, but the bot's rights are still unknown.
    if (of === null && isOwn && content['sender_business_bot'] === undefined)
      remember(connectionId, { userId: senderId, problem: 'rights_unknown' });
    const account = knownOf(connectionId);
    const base = {
      accountId: account?.userId ?? `connection:${connectionId}`,
      refusedFor: account === null ? ('rights_unknown' as const) : account.problem,
    };
    const read =
      name === 'deleted_business_messages' ? deletions(content, updateId, nowMs) : message(name, content, updateId);
    for (const event of read ?? []) events.push({ ...base, event: { threadId: chatId, ...event } });
    return read !== null;
  }

  updates.forEach(take);
  return { events, accounts, memory: remembered, unreadable };
}

function storedOf(value: unknown): Known | null {
  const stored = objectOf(value);
  // Only `remember` writes values under these names.
  return stored === null ? null : (stored as unknown as Known);
}

function deletions(content: Json, updateId: string, nowMs: number): object[] | null {
  const ids = content['message_ids'];
  if (!Array.isArray(ids)) return null;
  // Telegram does not report when the messages were deleted.
  const sentAt = new Date(nowMs).toISOString();
  return ids.flatMap((raw: unknown) => {
    const messageId = idOf(raw);
    if (messageId === null) return [];
    return { id: `${updateId}:${messageId}`, type: 'message.deleted', messageId, sentAt };
  });
}

function message(name: string, content: Json, updateId: string): object[] | null {
  const messageId = idOf(content['message_id']);
  const chat = objectOf(content['chat']);
  const from = objectOf(content['from']);
  const isEdit = name === 'edited_business_message';
  const sentAt = timeOf(isEdit ? (content['edit_date'] ?? content['date']) : content['date'], 1_000);
  if (messageId === null || sentAt === null || chat === null) return null;
  const body = kept(content['text'] ?? content['caption'], 8_000);
  const head = { id: updateId, messageId, sentAt };
  if (isEdit) return body === '' ? [] : [{ ...head, type: 'message.edited', body }];
  const found = Object.keys(attachmentFields).filter((field) => content[field] !== undefined);
  const attachments = [...new Set(found.flatMap((field) => attachmentFields[field] ?? []))];
  // A message with neither text nor attachments is a notice from Telegram itself.
  if (body === '' && attachments.length === 0) return [];
  const kinds = attachments.length > 0 ? { attachments } : {};
  const chatId = idOf(chat['id']) ?? '';
  if (from !== null && idOf(from['id']) !== chatId) {
    const isMachine = content['sender_business_bot'] !== undefined || content['is_from_offline'] === true;
    return [{ ...head, type: 'message.sent', body, ...kinds, ...(isMachine && { sender: 'machine' }) }];
  }
  const fullName = storableTextOrNone(
    [chat['first_name'], chat['last_name']].filter((part) => typeof part === 'string').join(' '),
    200,
  );
  const user = storableTextOrNone(chat['username'], 199);
  const contact = {
    id: chatId,
    ...(fullName !== undefined && { name: fullName }),
    ...(user !== undefined && { handle: `@${user}` }),
  };
  return [{ ...head, type: 'message.received', body, ...kinds, contact }];
}
