import Type from 'typebox';
import { ClaimRequest, ResultRequest } from '../capabilities/inboxes/outbox.ts';
import { InboxEventSchema } from '../domain/inbox/event-schemas.ts';
import { outboxStates } from '../domain/inbox/rows.ts';
import { identifier } from '../domain/text.ts';

const nullableTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const time = (description: string) => Type.String({ format: 'date-time', description });

/** The inputs and outputs of the inbox's paths. */
export const inboxSchemas = {
  InboxEvent: InboxEventSchema,
  HookRequest: Type.Object(
    { events: Type.Array(InboxEventSchema, { minItems: 1, maxItems: 100 }) },
    { additionalProperties: false },
  ),
  EventsRequest: Type.Object(
    {
      connectionId: identifier("a connection in this key's workspace"),
      events: Type.Array(InboxEventSchema, { minItems: 1, maxItems: 100 }),
    },
    { additionalProperties: false },
  ),
  EventsResponse: Type.Object({
    ok: Type.Literal(true),
    results: Type.Array(
      Type.Object({
        id: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'null if the event has no valid id',
        }),
        outcome: Type.Enum(['stored', 'history', 'duplicate', 'refused', 'unreadable']),
      }),
      { description: 'in the same order as the events' },
    ),
  }),
  OutboxResponse: Type.Object({
    ok: Type.Literal(true),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        state: Type.Enum([...outboxStates]),
        origin: Type.Enum(['safe', 'creator'], { description: 'creator: the creator approved the draft' }),
        conversationId: Type.String(),
        connectionId: Type.String(),
        threadId: Type.String(),
        createdAt: time('when the item became ready'),
        changedAt: time('when the item last changed'),
        sendBefore: nullableTime('after this time, the item is not offered'),
      }),
      { description: 'oldest change first, without texts' },
    ),
    next: Type.String({ description: 'send it as `after` to get the changes since this response' }),
  }),
  ClaimRequest,
  ClaimResponse: Type.Object({
    ok: Type.Literal(true),
    claim: Type.Object({
      outboxId: Type.String(),
      claimId: Type.String(),
      conversationId: Type.String(),
      connectionId: Type.String(),
      threadId: Type.String(),
      contactId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      afterMessageId: Type.String({ description: 'the newest message that the text replies to' }),
      text: Type.String({ description: 'the exact text to send, and nothing else' }),
      mediaAssetId: Type.String(),
      origin: Type.Enum(['safe', 'creator']),
      claimedUntil: time('report a result before this time'),
      sendBefore: nullableTime('after this time, the reply must not be sent'),
    }),
  }),
  ResultRequest,
  ResultResponse: Type.Object({
    ok: Type.Literal(true),
    outboxId: Type.String(),
    state: Type.Enum(['sent', 'failed', 'skipped']),
  }),
};
