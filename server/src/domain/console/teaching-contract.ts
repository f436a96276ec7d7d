import Type, { type Static } from 'typebox';
import { text } from '../text.ts';
import { closed, count, id, nullable } from './shapes.ts';

const kind = Type.Enum(['alias', 'near_miss'], {
  description: 'alias: a way fans ask this; near_miss: a similar question that the item does not answer',
});
const RefusedPhrase = Type.Object({ itemId: id, kind, text: Type.String(), message: Type.String() });

export const Teaching = Type.Object({
  displayName: Type.String(),
  isDraft: Type.Boolean({ description: 'whether the view includes unpublished changes' }),
  items: Type.Array(
    Type.Object({
      id,
      kind: Type.Enum(['fact', 'offer']),
      title: Type.String(),
      text: Type.String(),
      isApproved: Type.Boolean(),
      aliases: Type.Array(Type.String()),
      nearMisses: Type.Array(Type.String()),
      suggested: Type.Array(
        Type.Object({ kind, text: Type.String(), isOfFan: Type.Boolean({ description: 'whether a fan wrote it' }) }),
        { description: 'phrases that nobody has accepted yet' },
      ),
    }),
  ),
});
export type Teaching = Static<typeof Teaching>;

export const Recognition = Type.Object({
  items: Type.Array(
    Type.Object({
      id,
      asked: Type.Integer({
        minimum: 0,
        description: 'the number of its phrases that were excluded from training and then asked',
      }),
      found: Type.Integer({ minimum: 0, description: 'how many of those found the item' }),
      takenBy: Type.Array(Type.Object({ id, count }), {
        description: 'the items that the other phrases found, most frequent first',
      }),
      flagged: Type.Array(Type.Object({ kind, text: Type.String(), message: Type.String() }), {
        description: 'phrases that are stored but not used in training',
      }),
    }),
  ),
});
export type Recognition = Static<typeof Recognition>;

export const TeachingRequest = Type.Object({
  items: Type.Integer({ minimum: 0, description: 'the number of items that need more phrases' }),
  request: nullable(Type.String({ description: 'the request to paste into a chat assistant' })),
});
export const PasteTeachingRequest = Type.Object({ answer: text(1, 900_000) }, closed);
export const TeachingAdded = Type.Object({
  suggested: Type.Integer({ minimum: 0, description: 'new suggestions' }),
  known: Type.Integer({ minimum: 0, description: 'phrases that already existed' }),
  refused: Type.Array(RefusedPhrase),
});

export const SettleTeachingRequest = Type.Object(
  {
    outcome: Type.Enum(['accepted', 'rejected']),
    itemId: Type.Optional({ ...id, description: 'if omitted, the suggestions for all items' }),
    phrase: Type.Optional(Type.Object({ kind, text: text(1, 300) }, closed)),
  },
  {
    ...closed,
    description:
      'one phrase, the phrases of one item, or all phrases; phrases that fans wrote can only be settled one at a time',
  },
);
export const TeachingSettled = Type.Object({
  changed: count,
  ofFans: Type.Integer({
    minimum: 0,
    description: 'the number of remaining suggestions that fans wrote, which must be settled one at a time',
  }),
  refused: Type.Array(RefusedPhrase),
  isPublished: Type.Boolean({
    description: 'false: accepted phrases are in the draft, which has other unpublished changes',
  }),
});

export const ModelTeachingPlan = Type.Object({
  model: nullable(Type.String({ description: 'null: the service has no language model' })),
  items: count,
  requests: count,
  inputTokens: Type.Integer({ minimum: 0, description: 'approximate' }),
  outputTokens: Type.Integer({ minimum: 0, description: 'approximate maximum' }),
});
export const ModelTaught = Type.Object({
  suggested: count,
  refused: Type.Array(RefusedPhrase),
  inputTokens: count,
  outputTokens: count,
  itemsLeft: count,
  failure: nullable(Type.String({ description: 'why the model returned nothing usable' })),
});
