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
  description: 'the most likely intents, with their calibrated probabilities',
});

const TraceClause = Type.Object(
  {
    ...span,
    intent: Type.String(),
    act: Type.String(),
    scores: Scores,
    gate: Type.String({
      description: "the policy table's gate: never, with-item or always; context for a clause that asks nothing",
    }),
    candidates: Type.Array(
      Type.Object({ id: Type.String(), score: Type.Number(), coverage: Type.Number(), lack: Type.String() }, closed),
    ),
    itemId: Type.Union([Type.String(), Type.Null()]),
    isSmallTalk: Type.Optional(
      Type.Boolean({ description: 'true if the clause changes no answer and was not compared with the items' }),
    ),
    outcome: Type.String({ description: 'passed, or the reason why the reply is not automatic' }),
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
    outcome: Type.String({ description: "used, or the reason why the model's reading was not used" }),
    calls: Type.Integer(),
    readings: Type.Integer(),
    checks: Type.Integer(),
    wordings: Type.Integer(),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    milliseconds: Type.Integer(),
    isCached: Type.Optional(
      Type.Boolean({ description: 'true if an earlier draft of the message cached the reading' }),
    ),
    given: Type.Array(Type.String(), { description: 'the ids of the items that the model was shown' }),
    reading: Type.Union([
      Type.Object(
        {
          intent: Type.String(),
          risk: Type.String(),
          courtesy: Type.String(),
          parts: Type.Array(Type.Object({ ...span, items: Type.Array(Type.String()) }, closed)),
          topics: Type.Integer({
            description: "how many of the creator's topics the message touches, according to the model",
          }),
        },
        closed,
      ),
      Type.Null(),
    ]),
    check: Type.String({
      description:
        "whether the model's items answer the doubtful part: fully, partly or no; empty if this was not asked",
    }),
    rival: Type.Optional(
      Type.String({
        description:
          'whether the most likely item that the model left out answers that part: fully, partly or no; absent if this was not asked',
      }),
    ),
    wording: Type.String({
      description: "used, or the reason why the model's wording was not used; empty if none was requested",
    }),
    breaches: Type.Array(Type.String(), {
      description: "the kinds of faults that the guard found in the model's wording",
    }),
    evidence: Type.Array(Type.Number(), {
      description: "the features from which the probability of the model's answer was computed",
    }),
    alone: Type.Object(
      { items: Type.Array(Type.String()), probability: Type.Number() },
      { ...closed, description: 'the answer from the embedded evidence alone' },
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
    danger: Type.Number({ description: "the classifier's probability that the message is hazardous" }),
    risks: Type.Array(
      Type.Object({ category: Type.String(), level: Type.String(), view: Type.String(), ...span }, closed),
      { description: 'the hazards that the classifier found in the whole message, a clause or a window of words' },
    ),
    whole: Type.Object({ scores: Scores, automatic: Type.Number() }, closed),
    history: Type.Array(Type.Object({ index: Type.Integer(), category: Type.String(), rule: Type.String() }, closed)),
    topics: Type.Array(Type.Object({ list: Type.String(), index: Type.Integer() }, closed)),
    reasons: Type.Array(Type.String()),
    decidedBy: Type.String({ description: 'the rule, gate or threshold that determined the risk level' }),
    thresholds: Type.Object(
      {
        danger: Type.Number({
          description:
            'at or above this value, an answer is automatic only if the engine is certain of it; at or above 0.5, no answer is',
        }),
        answer: Type.Number({ description: 'the lowest probability of an automatic answer' }),
        proposal: Type.Number({ description: 'the lowest probability of an item that is proposed' }),
      },
      closed,
    ),
    answer: Type.Object(
      {
        items: Type.Array(Type.String(), { description: 'the items that together most likely answer the message' }),
        probability: Type.Number({
          description: 'the probability that these items answer the whole message, and that nothing else is needed',
        }),
      },
      closed,
    ),
    courtesy: Type.Object(
      { kind: Type.String({ description: 'greeting, thanks or none' }), probability: Type.Number() },
      closed,
    ),
    suggestions: Type.Array(Suggestion, {
      description:
        'at most three: first the composed reply, if it answers with items, then other answers, most likely first',
    }),
    claims: Type.Array(TraceClaim),
    breaches: Type.Array(Type.Object({ kind: Type.String(), ...span }, closed)),
    itemsUsed: Type.Array(Type.String()),
    evidence: Type.Array(Type.Number(), { description: 'the features from which the confidence was computed' }),
    trial: Type.Optional(
      Type.Enum(['automatic', 'review'], { description: 'what the decision would be if autonomy were on' }),
    ),
    model: Type.Optional(ModelTrace),
  },
  closed,
);
export type DraftTrace = Static<typeof DraftTrace>;
