import type { Direction, MessageDocument } from '../../domain/conversation.ts';
import { messageIdentity } from '../../domain/message-identity.ts';
import type { ConversationDocument } from '../../domain/workspace-document.ts';

const rowsAtOnce = 1_000;

interface MessageRow {
  readonly conversationId: string;
  readonly messageId: string;
  readonly direction: Direction;
  readonly senderType: string | undefined;
  readonly body: string;
  readonly sentAt: number;
  readonly editedAt: number | null;
  readonly deletedAt: number | null;
  readonly attachments: MessageDocument['attachments'];
}

type ConversationRow = Omit<ConversationDocument, 'messages'> & { readonly isContinued?: boolean };

/**
 * A group of conversations with some of their messages, each message once. `repeats` counts the duplicates that were
 * left out.
 */
export interface ConversationChunk {
  readonly conversations: readonly ConversationRow[];
  readonly messages: readonly MessageRow[];
  readonly repeats: number;
}

/**
 * Yields conversations in the order of their ids, in chunks small enough for one call. A long conversation continues in
 * the next chunk.
 */
export function* conversationChunks(conversations: readonly ConversationDocument[]): Generator<ConversationChunk> {
  let rows: ConversationRow[] = [];
  let messages = new Map<string, MessageRow>();
  let taken = 0;
  const take = (): ConversationChunk => {
    const chunk = { conversations: rows, messages: [...messages.values()], repeats: taken - messages.size };
    rows = [];
    messages = new Map();
    taken = 0;
    return chunk;
  };
  for (const { messages: written = [], ...conversation } of byId(conversations)) {
    rows.push(conversation);
    for (const message of written) {
      if (taken >= rowsAtOnce) {
        yield take();
        rows.push({ ...conversation, isContinued: true });
      }
      const row = messageRow(conversation.id, message);
      messages.set(JSON.stringify([row.conversationId, row.messageId]), row);
      taken += 1;
    }
    if (rows.length >= rowsAtOnce) yield take();
  }
  if (rows.length > 0) yield take();
}

function messageRow(
  conversationId: string,
  { id, direction, senderType, body, sentAt: written, editedAt, deletedAt, attachments }: MessageDocument,
): MessageRow {
  const sentAt = Date.parse(written);
  return {
    conversationId,
    messageId: id ?? messageIdentity({ sentAt, direction, body }),
    direction,
    senderType,
    body,
    sentAt,
    editedAt: editedAt === undefined ? null : Date.parse(editedAt),
    deletedAt: deletedAt === undefined ? null : Date.parse(deletedAt),
    attachments,
  };
}

/** Sorts items in the byte order of their ids, which is the database's order. */
export function byId<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)));
}

/** Yields the items in order, in chunks small enough for one call. */
export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce) yield items.slice(start, start + rowsAtOnce);
}
