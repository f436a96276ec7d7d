import Type, { type Static } from 'typebox';
import { Direction } from './conversation.ts';
import { Decision } from './decision.ts';
import { Fact, Offer, Phrase, Voice } from './persona.ts';
import { identifier, text } from './text.ts';
import { aliasesShown } from './usable-persona.ts';

const closed = { additionalProperties: false };

const profileId = identifier("an active profile in this key's workspace");
const conversationId = identifier("a conversation in this key's workspace");

const HistoryItem = Type.Object(
  {
    body: text(0, 700, { description: 'what was written' }),
    direction: Type.Optional(Direction),
    sender_type: Type.Optional(text(0, 40, { description: "who wrote it, in the channel's own terms" })),
  },
  closed,
);
export type HistoryItem = Static<typeof HistoryItem>;

export const DraftRequest = Type.Object(
  {
    profileId,
    message: text(2, 800, { description: 'the inbound message to answer' }),
    conversationId: Type.Optional(conversationId),
    history: Type.Optional(
      Type.Array(HistoryItem, {
        maxItems: 40,
        description: 'earlier messages, oldest first; only for callers without a conversationId',
      }),
    ),
  },
  closed,
);
export type DraftRequest = Static<typeof DraftRequest>;

export const DraftResponse = Type.Object({ ok: Type.Literal(true), decision: Decision });
export type DraftResponse = Static<typeof DraftResponse>;

export const HandoffRequest = Type.Object(
  {
    conversationId,
    confirm: Type.Literal(true, { description: 'set only after the user approved the handoff' }),
    reason: Type.Optional(text(0, 120, { description: 'why the creator is needed, in words for the creator' })),
  },
  closed,
);
export type HandoffRequest = Static<typeof HandoffRequest>;

export const HandoffResponse = Type.Object({
  ok: Type.Literal(true),
  conversationId,
  state: Type.Literal('awaiting_owner'),
  creatorNotified: Type.Boolean({ description: "true: the creator's notification was queued" }),
});
export type HandoffResponse = Static<typeof HandoffResponse>;

export const PersonaRequest = Type.Object({ profileId }, closed);
export type PersonaRequest = Static<typeof PersonaRequest>;

/** The fields of an item that callers never receive. */
const inner = ['approved', 'nearMisses', 'automatic', 'onPage'] as const;
const shownAliases = Type.Optional(
  Type.Array(text(1, 300), {
    maxItems: aliasesShown,
    description: `the first ${aliasesShown} examples of how fans ask this; none is a fan's own message`,
  }),
);

export const PersonaResponse = Type.Object({
  ok: Type.Literal(true),
  persona: Type.Object(
    {
      profileId,
      displayName: Type.String(),
      about: Type.String(),
      languages: Type.Array(Type.String()),
      voice: Voice,
      phrases: Type.Array(Type.Omit(Phrase, ['approved', 'onPage'])),
      facts: Type.Array(Type.Object({ ...Type.Omit(Fact, inner).properties, aliases: shownAliases })),
      offers: Type.Array(Type.Object({ ...Type.Omit(Offer, inner).properties, aliases: shownAliases })),
    },
    { description: 'what the creator approved and what is valid now' },
  ),
});
export type PersonaResponse = Static<typeof PersonaResponse>;

/** The format of a write's idempotency key. */
export const IdempotencyKey = Type.String({
  minLength: 8,
  maxLength: 120,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]+$',
  description:
    'a unique key for each logical write; use the same key for retries, and a new one when the input changes',
});

export const ErrorResponse = Type.Object({
  ok: Type.Literal(false),
  error: Type.String({ description: 'a stable code' }),
  message: Type.String({ description: 'what went wrong, for a person' }),
  requestId: Type.Optional(Type.String({ description: 'equal to the x-request-id header' })),
});
export type ErrorResponse = Static<typeof ErrorResponse>;
