import Type from 'typebox';
import { dateTime, identifier, text } from '../text.ts';
import { attachmentKinds } from './attachment-kinds.ts';
import type { EventType } from './event.ts';

const closed = { additionalProperties: false };
const common = {
  id: identifier('unique in the connection'),
  threadId: text(1, 200, { description: "the provider's name for the thread" }),
  sentAt: dateTime('when it happened; a time in the future counts as now'),
};
const messageId = identifier("the provider's id of the message, unique in the thread");
const body = text(1, 8_000, { description: 'what was written' });
const anyBody = text(0, 8_000, { description: 'the text; empty only with attachments' });
const attachments = Type.Optional(
  Type.Array(Type.Enum([...attachmentKinds]), { maxItems: 10, description: 'the kinds of its attachments' }),
);
const contact = Type.Object(
  { id: text(1, 200), name: Type.Optional(text(1, 200)), handle: Type.Optional(text(1, 200)) },
  closed,
);

/** The schema of each event type, with the fields of that type. */
export const eventSchemas = {
  'message.received': Type.Object(
    { ...common, type: Type.Literal('message.received'), messageId, body: anyBody, attachments, contact },
    closed,
  ),
  'message.sent': Type.Object(
    {
      ...common,
      type: Type.Literal('message.sent'),
      messageId,
      body: anyBody,
      attachments,
      sender: Type.Optional(Type.Enum(['human', 'machine'], { description: 'who wrote it; default: human' })),
      outboxId: Type.Optional(identifier('the outbox item whose text it is')),
    },
    closed,
  ),
  'message.edited': Type.Object({ ...common, type: Type.Literal('message.edited'), messageId, body }, closed),
  'message.deleted': Type.Object({ ...common, type: Type.Literal('message.deleted'), messageId }, closed),
  'creator.active': Type.Object({ ...common, type: Type.Literal('creator.active') }, closed),
} as const satisfies Record<EventType, unknown>;

/** An event as callers send it. A value that matches one of the schemas is an `InboxEvent`. */
export const InboxEventSchema = Type.Union(Object.values(eventSchemas));
