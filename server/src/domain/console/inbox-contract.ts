import Type, { type Static } from 'typebox';
import { ConversationState } from '../conversation.ts';
import { RiskLevel } from '../decision.ts';
import { text } from '../text.ts';
import { ReviewCard } from './review-contract.ts';
import { closed, count, id, nullable } from './shapes.ts';

const tab = Type.Enum(['waiting', 'proposals', 'automatic', 'done'], {
  description:
    'waiting: handed over to the creator; automatic: answered, or about to be answered, by a safe draft; done: closed, or answered by a person; proposals: the rest',
});

export const InboxQuery = Type.Object(
  {
    tab,
    profileId: Type.Optional(id),
    channel: Type.Optional(text(1, 60)),
    search: Type.Optional(text(1, 200, { description: 'part of a name, a handle or the last message' })),
    order: Type.Optional(
      Type.Enum(['urgency', 'newest', 'oldest'], {
        description: 'default: urgency in the tab waiting, otherwise newest',
      }),
    ),
    limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: 'at most 200; default 50' })),
    offset: Type.Optional(Type.String({ pattern: '^(0|[1-9][0-9]{0,6})$', description: 'default 0' })),
  },
  closed,
);

const InboxCard = Type.Object({
  ...ReviewCard.properties,
  latest: nullable(
    Type.Object(
      { isFromFan: Type.Boolean(), body: Type.String() },
      { description: 'the beginning of the last message, at most 160 characters' },
    ),
  ),
  why: Type.String({ description: 'what the conversation is about, in a few words; may be empty' }),
  riskLevel: nullable(RiskLevel),
});
export type InboxCard = Static<typeof InboxCard>;

export const InboxPage = Type.Object({
  counts: Type.Object(
    { waiting: count, proposals: count, automatic: count, done: count },
    { description: 'counts for the whole workspace, regardless of the filters' },
  ),
  total: Type.Integer({ minimum: 0, description: 'the number of conversations in the tab that match the filters' }),
  channels: Type.Array(Type.String()),
  conversations: Type.Array(InboxCard),
});

export const RecordAnswerRequest = Type.Object(
  {
    text: nullable(text(1, 4_000, { description: 'null: answered elsewhere in unknown words' })),
    suggestion: nullable(
      Type.Integer({ minimum: 1, maximum: 4, description: 'the number of the suggestion that was used' }),
    ),
    suggested: nullable(text(1, 4_000, { description: "that suggestion's words" })),
  },
  closed,
);
export const RecordedAnswer = Type.Object({
  messageId: nullable(id),
  before: ConversationState,
  after: ConversationState,
});
export const UndoAnswerRequest = Type.Object({ messageId: nullable(id), before: ConversationState }, closed);

export const PasteRequest = Type.Object(
  {
    profileId: id,
    message: text(1, 8_000, { description: 'if longer than 800 characters, nothing is drafted or charged' }),
    handle: Type.Optional(
      text(1, 200, { description: "the sender's handle; messages with the same handle form one conversation" }),
    ),
  },
  closed,
);
export const Pasted = Type.Object({ conversationId: id, state: ConversationState });

export const TeachWordsRequest = Type.Object(
  {
    itemId: id,
    kind: Type.Enum(['alias', 'near_miss'], {
      description: 'alias: the item answers these words; near_miss: it does not',
    }),
    text: text(2, 300, { description: "the fan's words" }),
  },
  closed,
);
export const TaughtWords = Type.Object({
  outcome: Type.Enum(['added', 'suggested', 'known', 'refused'], {
    description: 'added: an editor added it to the draft; suggested: a reviewer suggested it for an editor to accept',
  }),
  message: nullable(Type.String({ description: 'why it was rejected' })),
});
