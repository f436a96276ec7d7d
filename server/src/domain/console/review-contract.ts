import Type, { type Static } from 'typebox';
import { Contact, ConversationState, Direction, Relationship } from '../conversation.ts';
import { RiskLevel } from '../decision.ts';
import { text } from '../text.ts';
import { Claim, closed, count, id, instant, nullable, QuotedItem } from './shapes.ts';

export const HandoffVerdictView = Type.Object({
  reason: nullable(Type.String({ description: "the agent's words for why the creator is needed" })),
  intent: Type.String(),
  riskLevel: RiskLevel,
  urgency: Type.Enum(['normal', 'high', 'urgent'], {
    description: 'urgent conversations (crisis, threats, minors) are pinned',
  }),
});

const ConversationCard = Type.Object({
  id,
  profileId: id,
  displayName: Type.String(),
  state: ConversationState,
  channel: nullable(Type.String()),
  contact: nullable(Contact),
  messages: count,
  lastMessageAt: nullable(instant),
});

export const ReviewCard = Type.Object({
  ...ConversationCard.properties,
  verdict: nullable(HandoffVerdictView),
  waitingSince: nullable(instant),
  latestInbound: nullable(Type.String({ description: 'the beginning of the latest message, at most 160 characters' })),
});
export const ReviewQueue = Type.Object({
  conversations: Type.Array(ReviewCard, {
    description: 'urgent first, then high, then normal; within each, the longest waiting first',
  }),
  total: count,
});

const ThreadMessage = Type.Object({
  id,
  isDeleted: Type.Boolean({ description: 'whether its sender deleted it; the body is then empty' }),
  attachments: Type.Array(Type.String({ description: 'the kind, such as image' })),
  recorded: nullable(
    Type.Object(
      { by: Type.String(), at: instant, suggestion: nullable(count), isChanged: Type.Boolean() },
      { description: 'set if a person recorded this answer in the console' },
    ),
  ),
  direction: Direction,
  senderType: nullable(Type.String()),
  body: Type.String(),
  sentAt: nullable(instant),
});

const KeptDraft = Type.Object({
  id,
  messageIds: Type.Array(id, { description: 'the messages that the draft answers' }),
  reply: Type.String(),
  riskLevel: RiskLevel,
  why: Type.String({ description: 'what the message is about, in a few words' }),
  state: Type.Enum(['waiting', 'queued', 'sent', 'superseded', 'dismissed']),
  isOutdated: Type.Boolean({ description: 'whether there are newer messages, or no message is waiting' }),
  isOfInbox: Type.Boolean({ description: 'false: an agent requested it, or a person pasted the message' }),
  madeAt: instant,
});

const Suggestion = Type.Object({
  reply: Type.String(),
  items: Type.Array(id, { description: 'the facts and offers that it uses' }),
  claims: Type.Array(Claim),
  signoffAt: Type.Integer({
    minimum: 0,
    description: 'where the sign-off begins, or the end of the reply if there is none',
  }),
});
export type Suggestion = Static<typeof Suggestion>;

const Proposal = Type.Object(
  {
    messageIds: Type.Array(id, { description: 'the messages that nobody has answered yet' }),
    message: Type.String({ description: 'the text of these messages together' }),
    suggestions: Type.Array(Suggestion, { description: 'most likely first, at most four' }),
    gaps: Type.Array(Type.String(), { description: 'parts that the first suggestion leaves unanswered' }),
    riskLevel: RiskLevel,
    why: Type.String({ description: 'why it is not answered automatically, in one sentence; empty if it would be' }),
    next: nullable(
      Type.Enum(['teach', 'fact', 'settings'], {
        description: 'what would help next time: add a training phrase, write a fact, or change the settings',
      }),
    ),
    items: Type.Array(QuotedItem, { description: 'all items that a suggestion or claim uses' }),
  },
  { description: 'drafted for this request, neither charged nor stored' },
);

export const Thread = Type.Object({
  conversation: ReviewCard,
  relationship: nullable(Relationship),
  thread: Type.Array(ThreadMessage, { description: 'the last 100, oldest first' }),
  drafts: Type.Array(KeptDraft, { description: 'newest first, at most 20' }),
  proposal: nullable(Proposal),
  visitorContact: nullable(
    Type.String({
      description:
        'contact details that a visitor to the Page left; kept until 30 days after the conversation is resolved',
    }),
  ),
  lock: nullable(
    Type.Object(
      { lockedUntil: nullable(instant), held: nullable(Type.Enum(['allowance', 'paused'])) },
      { description: 'null unless the conversation belongs to a connected inbox' },
    ),
  ),
  outbox: Type.Array(Type.Object({ draftId: id, state: Type.Enum(['ready', 'claimed', 'uncertain']) })),
  edited: nullable(
    Type.Object(
      { reply: Type.String(), by: Type.String(), at: instant },
      { description: "a person's edit of the draft" },
    ),
  ),
});
export type Thread = Static<typeof Thread>;

export const ConversationsQuery = Type.Object(
  {
    state: Type.Optional(ConversationState),
    limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: 'at most 200; default 50' })),
  },
  closed,
);
export const Conversations = Type.Object({ conversations: Type.Array(ConversationCard) });
export const EditReplyRequest = Type.Object(
  {
    reply: text(0, 4_000, {
      description: 'kept for the next person who opens the conversation; an empty text removes it. Never sent.',
    }),
  },
  closed,
);
export const StateChange = Type.Object({ before: ConversationState, after: ConversationState });
