import Type, { type Static } from 'typebox';
import { attachmentKinds } from './inbox/attachment-kinds.ts';
import type { EpochMs } from './period.ts';
import { dateTime, identifier, text } from './text.ts';

const closed = { additionalProperties: false };

export const ConversationState = Type.Enum(['open', 'awaiting_owner', 'closed']);
export type ConversationState = Static<typeof ConversationState>;

export const Direction = Type.Enum(['inbound', 'outbound']);
export type Direction = Static<typeof Direction>;

export const Contact = Type.Object({ name: Type.Optional(text(1, 200)), handle: Type.Optional(text(1, 200)) }, closed);
export type Contact = Static<typeof Contact>;

export const Relationship = Type.Object(
  {
    since: Type.Optional(Type.String({ format: 'date' })),
    tags: Type.Optional(Type.Array(text(1, 60), { maxItems: 50 })),
    notes: Type.Optional(text(0, 2_000)),
  },
  closed,
);
export type Relationship = Static<typeof Relationship>;

export const MessageDocument = Type.Object(
  {
    id: Type.Optional(
      identifier('unique within the conversation; without it, time, direction and body identify the message'),
    ),
    direction: Direction,
    senderType: Type.Optional(text(1, 40)),
    body: text(0, 8_000, { description: 'empty only if it was deleted, or has attachments' }),
    sentAt: dateTime('when it was sent'),
    editedAt: Type.Optional(dateTime('when it was last edited')),
    deletedAt: Type.Optional(dateTime('when it was deleted; its body is then empty')),
    attachments: Type.Optional(
      Type.Array(Type.Enum([...attachmentKinds]), { maxItems: 10, description: 'the kinds of its attachments' }),
    ),
  },
  closed,
);
export type MessageDocument = Static<typeof MessageDocument>;

/** A message in the form that the engine reads. Lists of such messages are oldest first. */
export interface HistoryMessage {
  readonly direction: Direction;
  readonly senderType: string | null;
  readonly body: string;
  readonly sentAt: EpochMs | null;
}
