import Type, { type Static } from 'typebox';
import { dateTime, identifier, text } from './text.ts';

const closed = { additionalProperties: false };

const approved = Type.Optional(Type.Boolean({ description: 'if false, no reply and no answer uses the item' }));

/** The training phrases of an item, and how the item may be used. */
const taught = {
  aliases: Type.Optional(
    Type.Array(text(1, 300), { maxItems: 100, description: 'training phrases: examples of how fans ask this' }),
  ),
  nearMisses: Type.Optional(
    Type.Array(text(1, 300), {
      maxItems: 50,
      description: 'questions that look like the ones this item answers, but that it does not answer',
    }),
  ),
  automatic: Type.Optional(
    Type.Boolean({ description: 'false: the item is only ever proposed to the creator, never part of a safe reply' }),
  ),
};
const onPage = Type.Optional(Type.Boolean({ description: 'true: the Page may use it; default: false' }));
const mediaAssetId = Type.Optional(text(0, 120, { description: 'the media asset that accompanies the item' }));

export const phraseUses = ['greeting', 'thanks', 'signoff', 'holding', 'disclosure', 'support'] as const;

export const Voice = Type.Object(
  {
    traits: Type.Optional(Type.Array(text(1, 60), { maxItems: 20 })),
    emoji: Type.Optional(Type.Enum(['none', 'sparing', 'free'])),
    maxLength: Type.Optional(
      Type.Integer({ minimum: 40, maximum: 2_000, description: 'the maximum length of a reply, in code points' }),
    ),
    avoid: Type.Optional(Type.Array(text(1, 120), { maxItems: 200, description: 'words that a reply never contains' })),
  },
  closed,
);
export type Voice = Static<typeof Voice>;

export const Phrase = Type.Object(
  {
    id: identifier('unique within the persona'),
    use: Type.Enum([...phraseUses]),
    text: text(1, 500),
    approved,
    onPage,
  },
  closed,
);
export type Phrase = Static<typeof Phrase>;

export const Fact = Type.Object(
  {
    id: identifier('unique within the persona'),
    topic: Type.Optional(text(1, 120)),
    text: text(1, 1_000, { description: 'an approved statement, used word for word' }),
    ...taught,
    mediaAssetId,
    validFrom: Type.Optional(dateTime('the item is not used before this time')),
    validUntil: Type.Optional(dateTime('the item is not used at or after this time')),
    approved,
    onPage,
  },
  closed,
);
export type Fact = Static<typeof Fact>;

export const Offer = Type.Object(
  {
    id: identifier('unique within the persona'),
    name: text(1, 200),
    text: text(1, 1_000, { description: 'an approved statement, used word for word' }),
    price: Type.Optional(text(1, 60)),
    url: Type.Optional(Type.String({ format: 'uri', maxLength: 500 })),
    code: Type.Optional(text(1, 60)),
    topic: Type.Optional(text(1, 120)),
    ...taught,
    startsAt: Type.Optional(dateTime('the item is not used before this time')),
    endsAt: Type.Optional(dateTime('the item is not used at or after this time')),
    mediaAssetId,
    approved,
    onPage,
  },
  closed,
);
export type Offer = Static<typeof Offer>;

export const Rules = Type.Object(
  {
    reviewTopics: Type.Optional(
      Type.Array(text(1, 120), { maxItems: 200, description: 'topics that always go to the creator' }),
    ),
    blockedTopics: Type.Optional(
      Type.Array(text(1, 120), { maxItems: 200, description: 'topics that are never drafted' }),
    ),
    neverSay: Type.Optional(Type.Array(text(1, 300), { maxItems: 200, description: 'words that no reply contains' })),
  },
  closed,
);
export type Rules = Static<typeof Rules>;

/** The content that the creator wrote and approved for one profile: voice, phrases, facts, offers and rules. */
export const Persona = Type.Object(
  {
    about: Type.Optional(text(0, 2_000)),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z]{2,3}$', examples: ['en'] }), { minItems: 1, maxItems: 20 }),
    ),
    voice: Type.Optional(Voice),
    phrases: Type.Optional(Type.Array(Phrase, { maxItems: 500 })),
    facts: Type.Optional(Type.Array(Fact, { maxItems: 5_000 })),
    offers: Type.Optional(Type.Array(Offer, { maxItems: 2_000 })),
    rules: Type.Optional(Rules),
  },
  closed,
);
export type Persona = Static<typeof Persona>;
