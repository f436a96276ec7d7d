import Type, { type Static } from 'typebox';
import { autonomies } from '../autonomy.ts';
import { Relationship } from '../conversation.ts';
import { RiskLevel } from '../decision.ts';
import { text } from '../text.ts';
import { UsageResponse } from '../usage.ts';
import { Claim, closed, count, id, instant, nullable, Outcome, QuotedItem, TraceView } from './shapes.ts';

const HistoryLine = Type.Object({ direction: Type.Enum(['inbound', 'outbound']), body: text(1, 700) }, { ...closed });
const tried = {
  message: text(2, 800),
  history: Type.Optional(Type.Array(HistoryLine, { maxItems: 40, description: 'oldest first' })),
};

export const TryRequest = Type.Object(
  {
    ...tried,
    profileId: id,
    persona: Type.Enum(['published', 'draft']),
    relationship: Type.Optional(Relationship),
  },
  closed,
);
export const Trial = Type.Object({
  decision: Outcome,
  claims: Type.Array(Claim),
  items: Type.Array(QuotedItem, { description: 'items that were used or considered' }),
  steps: Type.Array(
    Type.Object({
      part: Type.Enum(['language', 'clause', 'hazard', 'history', 'topic', 'guard', 'decision']),
      quote: nullable(Type.Object({ start: count, end: count }, { description: 'UTF-16 units into the message' })),
      text: Type.String({ description: 'an explanation of the step for a creator' }),
      outcome: Type.Enum(['good', 'caution', 'stop', 'neutral']),
      itemId: nullable(Type.String()),
    }),
    { description: 'the steps of the decision, in order' },
  ),
  trace: TraceView,
});
export type Trial = Static<typeof Trial>;

const Expectation = Type.Object(
  { riskLevel: RiskLevel, reply: Type.Optional(Type.String({ maxLength: 4_000 })) },
  { ...closed, description: 'if `reply` is omitted, any wording is accepted' },
);
export const TestCase = Type.Object({
  id,
  profileId: id,
  name: Type.String(),
  message: Type.String(),
  history: Type.Array(HistoryLine),
  expected: nullable(Expectation),
  createdAt: instant,
  createdBy: Type.String(),
});
export type TestCase = Static<typeof TestCase>;
export const TestCases = Type.Object({ testCases: Type.Array(TestCase) });
export const SaveTestCaseRequest = Type.Object(
  { ...tried, profileId: id, name: text(1, 120), expected: Type.Optional(Expectation) },
  closed,
);
export type SaveTestCaseRequest = Static<typeof SaveTestCaseRequest>;

export const UsageView = Type.Object({
  usage: UsageResponse.properties.usage,
  forecast: Type.Object({
    used: Type.Integer({ minimum: 0, description: 'replies by the end of the period, at the rate of the last 7 days' }),
    usedUpAt: nullable(
      Type.String({ format: 'date-time', description: 'when the allowance would be used up at that rate' }),
    ),
  }),
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), api: count, inbox: count, page: count }), {
    description: 'the last 30 days in UTC, oldest first, including days without replies',
  }),
  byIntent: Type.Array(Type.Object({ intent: Type.String(), safe: count, review: count, blocked: count }), {
    description: 'drafts of the last 30 days, most frequent first',
  }),
  fallbacks: count,
  deliveries: Type.Object({ queued: count, delivering: count, delivered: count, failed: count }),
});
export type UsageView = Static<typeof UsageView>;

export const AutonomyView = Type.Object({
  autonomy: Type.Enum([...autonomies]),
  trials: Type.Array(
    Type.Object({
      profileId: id,
      drafts: count,
      automatic: Type.Integer({ minimum: 0, description: 'drafts that would have been answered without the creator' }),
      changed: Type.Integer({ minimum: 0, description: 'how many of these drafts creators edited or rejected' }),
      judged: Type.Integer({ minimum: 0, description: 'how many of these drafts creators acted on' }),
    }),
    { description: 'drafts that were created while automatic answers were off' },
  ),
});
export type AutonomyView = Static<typeof AutonomyView>;
export const SetAutonomyRequest = Type.Object({ autonomy: Type.Enum([...autonomies]) }, closed);

export const GapsQuery = Type.Object({ profileId: id }, closed);
export const Gaps = Type.Object({
  looked: Type.Integer({ minimum: 0, description: 'conversations whose latest message was examined' }),
  covered: Type.Integer({ minimum: 0, description: 'how many of these have only questions that a fact answers' }),
  gaps: Type.Array(
    Type.Object({
      question: Type.String({ description: 'one of the questions, as it was asked' }),
      times: count,
      intent: Type.String(),
      examples: Type.Array(Type.Object({ conversationId: id, text: Type.String() }), { maxItems: 5 }),
    }),
    { description: 'questions that no fact answers, grouped; most frequent first' },
  ),
});
export type Gaps = Static<typeof Gaps>;

/**
 * The server-sent events, each with `data: {"at": "…"}`. An event means that data in its part of the workspace changed
 * and should be reloaded.
 */
export const liveEvents = ['review', 'deliveries', 'persona', 'signed_out'] as const;
export type LiveEvent = (typeof liveEvents)[number];
