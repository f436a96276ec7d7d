import type { TSchema } from 'typebox';
import type { Scope } from '../domain/actor.ts';
import {
  DraftRequest,
  DraftResponse,
  ErrorResponse,
  HandoffRequest,
  HandoffResponse,
  IdempotencyKey,
  PersonaRequest,
  PersonaResponse,
  UsageResponse,
} from '../domain/agent-contract.ts';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';
import { agentPaths } from './agent-routes.ts';
import * as examples from './openapi-examples.ts';
import { inboxOperations } from './openapi-inbox.ts';
import { inboxSchemas } from './openapi-inbox-schemas.ts';
import { introduction } from './openapi-introduction.ts';
import { pageOperations, pageSchemas } from './openapi-page.ts';
import { errorResponses, reference, success } from './openapi-responses.ts';

type Json = Record<string, unknown>;

const readErrors: ErrorCode[] = [
  'invalid_request',
  'agent_auth_required',
  'agent_key_invalid',
  'agent_workspace_inactive',
  'agent_scope_missing',
  'agent_origin_rejected',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const writeErrors: ErrorCode[] = [
  ...readErrors,
  'invalid_json',
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'agent_conversation_not_found',
  'payload_too_large',
  'unsupported_media_type',
];

/** The OpenAPI 3.1 description of the agent's REST interface, from the schemas that validate it. */
export function buildOpenApi({ serverUrl }: { serverUrl: string | null }): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Understudy',
      version: '1.0.0',
      summary: 'Drafts replies within what the creator approved, and never sends.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl ?? '/', description: 'this installation' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Replies', description: 'Draft a reply, or put a conversation before the creator.' },
      { name: 'Creator', description: 'What the creator approved, and what of the allowance is left.' },
      { name: 'Inboxes', description: 'Bring messages of connected inboxes, and send what was drafted for them.' },
      { name: 'Page', description: 'What visitors of a creator open, without a key.' },
    ],
    paths: {
      [agentPaths.draftReply]: { post: draftOperation() },
      [agentPaths.createHandoff]: { post: handoffOperation() },
      [agentPaths.readPersona]: { get: personaOperation() },
      [agentPaths.readUsage]: { get: usageOperation() },
      ...inboxOperations({ read: readErrors, write: writeErrors, idempotencyKey: idempotencyKeyParameter }),
      ...pageOperations(),
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ustudy_live_…',
          description:
            'A workspace-bound key, made by `understudy keys create` and shown once. Scopes: `persona:read`, `usage:read`, `replies:write`, `handoffs:write`; for connected inboxes `events:write`, `outbox:read`, `outbox:write`.',
        },
      },
      schemas: {
        DraftRequest,
        DraftResponse,
        HandoffRequest,
        HandoffResponse,
        PersonaResponse,
        UsageResponse,
        ...inboxSchemas,
        ...pageSchemas,
        ErrorResponse: { ...ErrorResponse, properties: { ...ErrorResponse.properties, error: errorCodeSchema() } },
      },
    },
  };
}

function draftOperation(): Json {
  return {
    operationId: 'draftReply',
    tags: ['Replies'],
    summary: 'Draft a reply to one inbound message',
    description: `Returns a decision only: nothing is sent and no state changes. When \`requiresCreator\` is true, the reply must not be sent or published. Each stored draft takes one unit of the workspace's monthly reply allowance; a replay takes none. \`conversationId\` and \`history\` exclude each other. ${scopeNote('replies:write')}`,
    parameters: [idempotencyKeyParameter],
    requestBody: requestBody('DraftRequest', examples.draftRequests),
    responses: {
      200: success('DraftResponse', 'The decision', examples.draftResponses, [replayedHeader]),
      ...errorResponses([...writeErrors, 'agent_profile_not_found', 'agent_monthly_quota_used']),
    },
  };
}

function handoffOperation(): Json {
  return {
    operationId: 'createHandoff',
    tags: ['Replies'],
    summary: 'Put a conversation before the creator',
    description: `Sets the conversation to \`awaiting_owner\` and queues exactly one notification of the creator. Send \`confirm: true\` only after the user approved. ${scopeNote('handoffs:write')}`,
    parameters: [idempotencyKeyParameter],
    requestBody: requestBody('HandoffRequest', examples.handoffRequests),
    responses: {
      200: success('HandoffResponse', 'The conversation awaits its creator', examples.handoffResponses, [
        replayedHeader,
      ]),
      ...errorResponses([...writeErrors, 'agent_confirmation_required']),
    },
  };
}

function personaOperation(): Json {
  return {
    operationId: 'readPersona',
    tags: ['Creator'],
    summary: 'Read what the creator approved',
    description: `Voice, phrases, facts and offers of one active profile: only what is approved and valid now. ${scopeNote('persona:read')}`,
    parameters: [
      {
        name: 'profileId',
        in: 'query',
        required: true,
        ...parameterOf(PersonaRequest.properties.profileId),
        example: 'prof_aurora',
      },
    ],
    responses: {
      200: success('PersonaResponse', 'The approved persona', examples.personaResponses),
      ...errorResponses([...readErrors, 'agent_profile_not_found']),
    },
  };
}

function usageOperation(): Json {
  return {
    operationId: 'readUsage',
    tags: ['Creator'],
    summary: 'Read the allowance and what is used of it',
    description: `The calendar month in UTC. Counts only, never content. ${scopeNote('usage:read')}`,
    responses: {
      200: success('UsageResponse', 'The current usage', examples.usageResponses),
      ...errorResponses(readErrors),
    },
  };
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  ...parameterOf(IdempotencyKey),
  example: 'order-4711-reply-1',
};

const replayedHeader = {
  name: 'idempotency-replayed',
  header: {
    description: 'present, and `true`, when the stored response of an earlier identical request is returned',
    schema: { type: 'string', const: 'true' },
  },
};

function requestBody(schema: string, named: Json): Json {
  return { required: true, content: { 'application/json': { schema: reference(schema), examples: named } } };
}

function errorCodeSchema(): Json {
  return { type: 'string', description: 'a stable code; new ones may be added', examples: Object.keys(errorCatalogue) };
}

function scopeNote(scope: Scope): string {
  return `Needs the scope \`${scope}\`.`;
}

/** A schema in the form of a parameter, with the description next to it, not in it. */
function parameterOf(described: TSchema): Json {
  const { description, ...schema } = described as Json; // a TypeBox schema is a plain JSON Schema object
  return { description, schema };
}
