import type { TSchema } from 'typebox';
import { OutboxQuery } from '../capabilities/inboxes/outbox.ts';
import type { ErrorCode } from '../lib/error-catalogue.ts';
import { errorResponses, parameterOf, replayedHeader, requestBody, success } from './openapi-responses.ts';

type Json = Record<string, unknown>;

const id = 'out_7h2k';
const event = {
  id: 'e1',
  type: 'message.received',
  threadId: 't7',
  messageId: 'm1',
  sentAt: '2026-11-22T09:00:00Z',
  body: 'Do you ship to Peru?',
  contact: { id: 'u3' },
};
const taken = { stored: { value: { ok: true, results: [{ id: 'e1', outcome: 'stored' }] } } };
const at = '2026-11-22T09:00:21Z';
const place = { conversationId: 'conv_maya', connectionId: 'con_ig', threadId: 't7' };
const listed = {
  ready: {
    value: {
      ok: true,
      items: [{ id, state: 'ready', origin: 'safe', ...place, createdAt: at, changedAt: at, sendBefore: null }],
      next: 'c17',
    },
  },
};
const claimed = {
  claimed: {
    value: {
      ok: true,
      claim: {
        outboxId: id,
        claimId: 'clm_3f',
        ...place,
        contactId: 'u3',
        afterMessageId: 'm1',
        text: 'I ship worldwide.',
        mediaAssetId: '',
        origin: 'safe',
        claimedUntil: '2026-11-22T09:01:30Z',
        sendBefore: null,
      },
    },
  },
};

/** Describes the paths of connected inboxes. `common` contains the errors that every call with a key may return. */
export function inboxOperations(common: { read: ErrorCode[]; write: ErrorCode[]; idempotencyKey: Json }): Json {
  const { read, write, idempotencyKey } = common;
  const body = (schema: string, value: Json) => requestBody(schema, { example: { value } });
  const plainWrite = write.filter(
    (code) => !code.startsWith('idempotency_') && code !== 'agent_conversation_not_found',
  );
  const ofProfile: ErrorCode[] = ['agent_profile_not_found', 'outbox_item_not_found'];
  return {
    '/hooks/{receiverId}': {
      post: {
        operationId: 'receiveEvents',
        tags: ['Inboxes'],
        summary: "Send a connected inbox's signed events",
        description:
          "Sign the request according to Standard Webhooks, with the connection's secret: HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. 200 means that the events are stored. An invalid event does not prevent the others from being stored.",
        security: [],
        parameters: [
          {
            name: 'receiverId',
            in: 'path',
            required: true,
            description: "the connection's receiver",
            schema: { type: 'string' },
            example: 'rcv_5mT8qLw2',
          },
          ...[
            ['webhook-id', 'identifies the delivery', 'msg_1'],
            ['webhook-timestamp', 'Unix seconds, accurate to within 5 minutes', '1795338000'],
            [
              'webhook-signature',
              '`v1,` and base64; if there are several, one must match',
              'v1,c/7Mgc5p93qgzrsMNana9v7jyryKwpMtQiH6hgPwjvw=',
            ],
          ].map(([name, description, example]) => ({
            name,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
            example,
          })),
        ],
        requestBody: body('HookRequest', { events: [event] }),
        responses: {
          200: success('EventsResponse', 'The result for each event', taken),
          ...errorResponses([
            'hook_signature_invalid',
            'rate_limited',
            'payload_too_large',
            'unsupported_media_type',
            'internal_error',
            'service_unavailable',
          ]),
        },
      },
    },
    '/api/v1/inbox/events': {
      post: {
        operationId: 'takeEvents',
        tags: ['Inboxes'],
        summary: "Send a connected inbox's events with a key",
        description:
          'For callers that cannot sign requests. If any event is invalid, the whole call is rejected. Requires the scope `events:write`.',
        requestBody: body('EventsRequest', { connectionId: 'con_ig', events: [event] }),
        responses: {
          200: success('EventsResponse', 'The result for each event', taken),
          ...errorResponses([...plainWrite, 'connection_not_found']),
        },
      },
    },
    '/api/v1/outbox': {
      get: {
        operationId: 'listOutbox',
        tags: ['Inboxes'],
        summary: 'List items that are ready to be sent, or that changed since a position',
        description:
          'The response contains ids and states, but no texts. If the list is empty, the request waits up to `wait` seconds for the first change. Requires the scope `outbox:read`.',
        parameters: Object.entries<TSchema>(OutboxQuery.properties).map(([name, described]) => ({
          ...parameterOf(described),
          name,
          in: 'query',
          required: name === 'profileId',
          example: { profileId: 'prof_aurora', after: 'c17', wait: '25', limit: '50' }[name],
        })),
        responses: {
          200: success('OutboxResponse', 'The items', listed),
          ...errorResponses([...read, 'agent_profile_not_found']),
        },
      },
    },
    '/api/v1/outbox/claims': {
      post: {
        operationId: 'claimOutbox',
        tags: ['Inboxes'],
        summary: 'Claim an item to send its text',
        description:
          'Rechecks the conversation, the time window and the persona, then returns the text once. Repeating the idempotency key returns the same claim again. Requires the scope `outbox:write`.',
        parameters: [idempotencyKey],
        requestBody: body('ClaimRequest', { profileId: 'prof_aurora', outboxId: id }),
        responses: {
          200: success('ClaimResponse', 'The text', claimed, [
            replayedHeader('present and `true` if this repeats an earlier claim'),
          ]),
          ...errorResponses([
            ...plainWrite,
            'idempotency_key_required',
            'idempotency_key_reused',
            ...ofProfile,
            'outbox_claimed',
            'outbox_ended',
            'outbox_withdrawn',
            'outbox_expired',
          ]),
        },
      },
    },
    '/api/v1/outbox/{outboxId}/result': {
      post: {
        operationId: 'reportOutboxResult',
        tags: ['Inboxes'],
        summary: 'Report the result for a claimed item',
        description:
          'Repeated reports get the same response, and late results still count. Requires the scope `outbox:write`.',
        parameters: [
          {
            name: 'outboxId',
            in: 'path',
            required: true,
            description: 'the claimed item',
            schema: { type: 'string' },
            example: id,
          },
        ],
        requestBody: body('ResultRequest', {
          profileId: 'prof_aurora',
          claimId: 'clm_3f',
          outcome: 'sent',
          providerMessageId: 'm2',
        }),
        responses: {
          200: success('ResultResponse', 'The result was recorded', {
            sent: { value: { ok: true, outboxId: id, state: 'sent' } },
          }),
          ...errorResponses([...plainWrite, ...ofProfile, 'outbox_not_claimed', 'outbox_result_conflict']),
        },
      },
    },
  };
}
