import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };
const span = { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) };

/** A claim of the reply and the item it rests on; `itemId` is null when it rests on none. Offsets into the reply. */
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

/** What a language model had to do with the reply; the claims and items of the trace are then those of its words. */
const ModelTrace = Type.Object(
  {
    outcome: Type.String({ description: 'used, or why its words were not' }),
    calls: Type.Integer(),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    milliseconds: Type.Integer(),
    given: Type.Array(Type.String(), { description: 'the items and phrases that it was given' }),
    risk: Type.String({ description: 'its word on the risk; empty when it gave none' }),
    breaches: Type.Array(Type.String(), { description: 'the kinds of what the guard found in its last words' }),
  },
  closed,
);

/**
 * Why the embedded engine decided as it did: ids, scores and offsets (UTF-16 units; clauses and hazards into the message,
 * claims into the reply). Never a text of the message, of the history or of the reply.
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
        danger: Type.Number({ description: 'from here on nothing is automatic' }),
        retrievalFloor: Type.Number(),
        retrievalMargin: Type.Number(),
      },
      closed,
    ),
    claims: Type.Array(TraceClaim),
    breaches: Type.Array(Type.Object({ kind: Type.String(), ...span }, closed)),
    itemsUsed: Type.Array(Type.String()),
    evidence: Type.Array(Type.Number(), { description: 'what the confidence was reckoned from' }),
    model: Type.Optional(ModelTrace),
  },
  closed,
);
export type DraftTrace = Static<typeof DraftTrace>;
