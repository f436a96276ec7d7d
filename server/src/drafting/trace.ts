import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };
const span = { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) };

/**
 * A claim in the reply, and the item that supports it; `itemId` is null if no item does. Offsets refer to the reply.
 */
export const TraceClaim = Type.Object(
  { kind: Type.String(), ...span, itemId: Type.Union([Type.String(), Type.Null()]) },
  closed,
);

const Scores = Type.Array(Type.Object({ intent: Type.String(), score: Type.Number() }, closed), {
  description: 'the likeliest intents with their calibrated probabilities',
});

const TraceClause = Type.Object(
  {
    ...span,
    intent: Type.String(),
    act: Type.String(),
    scores: Scores,
    gate: Type.String({
      description: 'what the policy table says: never, with-item, always; context for a clause that asks nothing',
    }),
    candidates: Type.Array(
      Type.Object({ id: Type.String(), score: Type.Number(), coverage: Type.Number(), lack: Type.String() }, closed),
    ),
    itemId: Type.Union([Type.String(), Type.Null()]),
    outcome: Type.String({ description: 'passed, or why the clause keeps the reply from being automatic' }),
  },
  closed,
);

/** A reply that the creator may send: approved texts, the ids of their items, and the probability that it is right. */
export const Suggestion = Type.Object(
  { items: Type.Array(Type.String()), reply: Type.String(), probability: Type.Number() },
  closed,
);
export type Suggestion = Static<typeof Suggestion>;

/** The language model's part in the decision. Offsets of parts refer to the message. */
const ModelTrace = Type.Object(
  {
    outcome: Type.String({ description: 'used, or why its reading was not' }),
    calls: Type.Integer(),
    readings: Type.Integer(),
    checks: Type.Integer(),
    wordings: Type.Integer(),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    milliseconds: Type.Integer(),
    isCached: Type.Optional(
      Type.Boolean({ description: 'true if the reading was kept from an earlier draft of the message' }),
    ),
    given: Type.Array(Type.String(), { description: 'the items that it was shown' }),
    reading: Type.Union([
      Type.Object(
        {
          intent: Type.String(),
          risk: Type.String(),
          courtesy: Type.String(),
          parts: Type.Array(Type.Object({ ...span, items: Type.Array(Type.String()) }, closed)),
          topics: Type.Integer({ description: "how many of the creator's topics it saw touched" }),
        },
        closed,
      ),
      Type.Null(),
    ]),
    check: Type.String({ description: 'fully, partly or no; empty where nothing was to be checked' }),
    rival: Type.Optional(
      Type.String({ description: 'the same of the likeliest item that it left out; absent where that was not asked' }),
    ),
    wording: Type.String({ description: 'used, or why its words were not; empty where none was asked for' }),
    breaches: Type.Array(Type.String(), { description: 'the kinds of what the guard found in its words' }),
    evidence: Type.Array(Type.Number(), { description: 'what the probability of its answer was reckoned from' }),
    alone: Type.Object(
      { items: Type.Array(Type.String()), probability: Type.Number() },
      { ...closed, description: 'what the embedded evidence alone finds' },
    ),
  },
  closed,
);

/**
 * The reasons for the embedded engine's decision: ids, scores and offsets (UTF-16 units; clauses and hazards into the
 * message, claims into the reply). It contains no text from the message or the history; suggestions contain only
 * approved texts.
 */
export const DraftTrace = Type.Object(
  {
    engine: Type.String(),
    version: Type.Integer(),
    language: Type.Object(
      { found: Type.String(), expected: Type.Array(Type.String()), isUnderstood: Type.Boolean() },
      closed,
    ),
    clauses: Type.Array(TraceClause),
    hazards: Type.Array(
      Type.Object({ category: Type.String(), level: Type.String(), rule: Type.String(), ...span }, closed),
    ),
    danger: Type.Number({ description: 'the probability, by the classifier, that the message is hazardous' }),
    risks: Type.Array(
      Type.Object({ category: Type.String(), level: Type.String(), view: Type.String(), ...span }, closed),
      { description: 'what the classifier sees in the whole message, a clause or a window of words' },
    ),
    whole: Type.Object({ scores: Scores, automatic: Type.Number() }, closed),
    history: Type.Array(Type.Object({ index: Type.Integer(), category: Type.String(), rule: Type.String() }, closed)),
    topics: Type.Array(Type.Object({ list: Type.String(), index: Type.Integer() }, closed)),
    reasons: Type.Array(Type.String()),
    decidedBy: Type.String({ description: 'the rule, gate or threshold that settled the risk level' }),
    thresholds: Type.Object(
      {
        danger: Type.Number({
          description: 'from here on only a sure answer is automatic, and from 0.5 on nothing is',
        }),
        answer: Type.Number({ description: 'the least probability of an automatic answer' }),
        proposal: Type.Number({ description: 'the least probability of an item that is proposed' }),
      },
      closed,
    ),
    answer: Type.Object(
      {
        items: Type.Array(Type.String(), { description: 'the items that most likely answer the message together' }),
        probability: Type.Number({ description: 'that they answer all of it, and nothing else is wanted' }),
      },
      closed,
    ),
    courtesy: Type.Object(
      { kind: Type.String({ description: 'greeting, thanks or none' }), probability: Type.Number() },
      closed,
    ),
    suggestions: Type.Array(Suggestion, { description: 'at most three, likeliest first' }),
    claims: Type.Array(TraceClaim),
    breaches: Type.Array(Type.Object({ kind: Type.String(), ...span }, closed)),
    itemsUsed: Type.Array(Type.String()),
    evidence: Type.Array(Type.Number(), { description: 'what the confidence was reckoned from' }),
    trial: Type.Optional(
      Type.Enum(['automatic', 'review'], { description: 'what the decision would be if autonomy were on' }),
    ),
    model: Type.Optional(ModelTrace),
  },
  closed,
);
export type DraftTrace = Static<typeof DraftTrace>;
