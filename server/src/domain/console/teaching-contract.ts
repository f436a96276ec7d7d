import Type, { type Static } from 'typebox';
import { text } from '../text.ts';
import { closed, count, id, nullable } from './shapes.ts';

const kind = Type.Enum(['alias', 'near_miss'], {
  description: 'alias: a way fans ask this; near_miss: looks like it and is not answered by it',
});
const RefusedPhrase = Type.Object({ itemId: id, kind, text: Type.String(), message: Type.String() });

export const Teaching = Type.Object({
  displayName: Type.String(),
  isDraft: Type.Boolean({ description: 'what is shown has changes that are not published' }),
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
        Type.Object({ kind, text: Type.String(), isOfFan: Type.Boolean({ description: 'a fan wrote it' }) }),
        { description: 'wait for somebody to accept them' },
      ),
    }),
  ),
});
export type Teaching = Static<typeof Teaching>;

export const Recognition = Type.Object({
  items: Type.Array(
    Type.Object({
      id,
      asked: Type.Integer({ minimum: 0, description: 'its phrases that were left out of the training and asked' }),
      found: Type.Integer({ minimum: 0, description: 'how many of those found the item' }),
      takenBy: Type.Array(Type.Object({ id, count }), { description: 'the items that others found, most first' }),
      flagged: Type.Array(Type.Object({ kind, text: Type.String(), message: Type.String() }), {
        description: 'phrases that are stored and not learned',
      }),
    }),
  ),
});
export type Recognition = Static<typeof Recognition>;

export const TeachingRequest = Type.Object({
  items: Type.Integer({ minimum: 0, description: 'items that need more phrases' }),
  request: nullable(Type.String({ description: 'what to paste into a chat assistant' })),
});
export const PasteTeachingRequest = Type.Object({ answer: text(1, 900_000) }, closed);
export const TeachingAdded = Type.Object({
  suggested: Type.Integer({ minimum: 0, description: 'new suggestions' }),
  known: Type.Integer({ minimum: 0, description: 'phrases that were there already' }),
  refused: Type.Array(RefusedPhrase),
});

export const SettleTeachingRequest = Type.Object(
  {
    outcome: Type.Enum(['accepted', 'rejected']),
    itemId: Type.Optional({ ...id, description: 'left out: those of all items' }),
    phrase: Type.Optional(Type.Object({ kind, text: text(1, 300) }, closed)),
  },
  { ...closed, description: 'one phrase, those of an item, or all; what fans wrote only one by one' },
);
export const TeachingSettled = Type.Object({
  changed: count,
  ofFans: Type.Integer({ minimum: 0, description: 'suggestions of fans that were left: settle each by itself' }),
  refused: Type.Array(RefusedPhrase),
  isPublished: Type.Boolean({ description: 'false: accepted phrases wait in the draft, which has other changes' }),
});

export const ModelTeachingPlan = Type.Object({
  model: nullable(Type.String({ description: 'null: the service has none set up' })),
  items: count,
  requests: count,
  inputTokens: Type.Integer({ minimum: 0, description: 'about' }),
  outputTokens: Type.Integer({ minimum: 0, description: 'at most, about' }),
});
export const ModelTaught = Type.Object({
  suggested: count,
  refused: Type.Array(RefusedPhrase),
  inputTokens: count,
  outputTokens: count,
  itemsLeft: count,
  failure: nullable(Type.String({ description: 'why the model answered nothing usable' })),
});
