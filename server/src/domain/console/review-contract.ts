import Type, { type Static } from 'typebox';
import { Contact, ConversationState, Direction, Relationship } from '../conversation.ts';
import { RiskLevel } from '../decision.ts';
import { text } from '../text.ts';
import { Claim, closed, count, id, instant, nullable, QuotedItem } from './shapes.ts';

export const HandoffVerdictView = Type.Object({
  reason: nullable(Type.String({ description: "the agent's words for why the creator is needed" })),
  intent: Type.String(),
  riskLevel: RiskLevel,
  urgency: Type.Enum(['normal', 'high', 'urgent'], { description: 'urgent is pinned: crisis, threats, minors' }),
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
  latestInbound: nullable(Type.String({ description: 'the beginning of the latest message, 160 characters at most' })),
});
export const ReviewQueue = Type.Object({
  conversations: Type.Array(ReviewCard, { description: 'urgent first, then high, then normal; longest waiting first' }),
  total: count,
});

const ThreadMessage = Type.Object({
  id,
  isDeleted: Type.Boolean({ description: 'its sender deleted it; the body is then empty' }),
  attachments: Type.Array(Type.String({ description: 'kinds, such as image' })),
  recorded: nullable(
    Type.Object(
      { by: Type.String(), at: instant, suggestion: nullable(count), isChanged: Type.Boolean() },
      { description: 'an answer that somebody recorded here' },
    ),
  ),
  direction: Direction,
  senderType: nullable(Type.String()),
  body: Type.String(),
  sentAt: nullable(instant),
});

const KeptDraft = Type.Object({
  id,
  messageIds: Type.Array(id, { description: 'the messages that it answers' }),
  reply: Type.String(),
  riskLevel: RiskLevel,
  why: Type.String({ description: 'what it is about, in a few words' }),
  state: Type.Enum(['waiting', 'queued', 'sent', 'superseded', 'dismissed']),
  isOutdated: Type.Boolean({ description: 'newer messages wait, or none does' }),
  isOfInbox: Type.Boolean({ description: 'false: an agent asked for it, or somebody pasted the message' }),
  madeAt: instant,
});

const Suggestion = Type.Object({
  reply: Type.String(),
  items: Type.Array(id, { description: 'facts and offers that it is made of' }),
  claims: Type.Array(Claim),
  signoffAt: Type.Integer({ minimum: 0, description: 'where its sign-off begins; without one, where it ends' }),
});
export type Suggestion = Static<typeof Suggestion>;

const Proposal = Type.Object(
  {
    messageIds: Type.Array(id, { description: 'the messages that nobody answered yet' }),
    message: Type.String({ description: 'what they say together' }),
    suggestions: Type.Array(Suggestion, { description: 'likeliest first, at most four' }),
    gaps: Type.Array(Type.String(), { description: 'parts that the first suggestion leaves unanswered' }),
    riskLevel: RiskLevel,
    why: Type.String({ description: 'why it is not answered by itself, in one sentence; empty where it would be' }),
    next: nullable(
      Type.Enum(['teach', 'fact', 'settings'], {
        description: 'what would help next time: teach the wording, write a fact, change the settings',
      }),
    ),
    items: Type.Array(QuotedItem, { description: 'every item that a suggestion or claim rests on' }),
  },
  { description: 'drafted now, charged nothing, kept nowhere' },
);

export const Thread = Type.Object({
  conversation: ReviewCard,
  relationship: nullable(Relationship),
  thread: Type.Array(ThreadMessage, { description: 'the last 100, oldest first' }),
  drafts: Type.Array(KeptDraft, { description: 'newest first, at most 20' }),
  proposal: nullable(Proposal),
  visitorContact: nullable(
    Type.String({ description: 'what a visitor of the Page left to be reached by; kept until 30 days after resolve' }),
  ),
  lock: nullable(
    Type.Object(
      { lockedUntil: nullable(instant), held: nullable(Type.Enum(['allowance', 'paused'])) },
      { description: 'of a conversation of a connected inbox' },
    ),
  ),
  outbox: Type.Array(Type.Object({ draftId: id, state: Type.Enum(['ready', 'claimed', 'uncertain']) })),
  edited: nullable(
    Type.Object(
      { reply: Type.String(), by: Type.String(), at: instant },
      { description: 'what a person made of the draft' },
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
      description: 'kept for whoever opens the conversation next; empty removes it. Never sent.',
    }),
  },
  closed,
);
export const StateChange = Type.Object({ before: ConversationState, after: ConversationState });
