import type { TSchema } from 'typebox';
import type { CapabilityDescription } from '../capabilities/capability.ts';
import { capabilityDefinitions } from '../capabilities/create-capabilities.ts';
import { ErrorResponse, IdempotencyKey } from '../domain/agent-contract.ts';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';
import { inboxOperations } from './openapi-inbox.ts';
import { inboxSchemas } from './openapi-inbox-schemas.ts';
import { introduction } from './openapi-introduction.ts';
import { pageOperations, pageSchemas } from './openapi-page.ts';
import { errorResponses, parameterOf, replayedHeader, requestBody, success } from './openapi-responses.ts';

type Json = Record<string, unknown>;

/** The capabilities, writes first. */
const described: CapabilityDescription[] = Object.values<CapabilityDescription>(capabilityDefinitions).toSorted(
  (a, b) => Number(b.isWrite) - Number(a.isWrite),
);

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

/** Builds the OpenAPI 3.1 description of the agent's REST interface from the schemas that validate it. */
export function buildOpenApi({ serverUrl }: { serverUrl: string | null }): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Understudy',
      version: '1.0.0',
      summary: 'Drafts replies that use only what the creator approved, and never sends anything.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl ?? '/', description: 'this installation' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Replies', description: 'Draft a reply, or hand a conversation over to the creator.' },
      { name: 'Creator', description: 'Read what the creator approved, and how much of the allowance is left.' },
      {
        name: 'Inboxes',
        description: 'Deliver messages from connected inboxes to the service, and send the replies that it drafted.',
      },
      { name: 'Page', description: "Endpoints for visitors to a creator's Page. They need no key." },
    ],
    paths: {
      ...Object.fromEntries(
        described.map((each) => [each.path, { [each.isWrite ? 'post' : 'get']: operationOf(each) }]),
      ),
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
            'A key of one workspace, created by `understudy keys create` and shown once. Scopes: `persona:read`, `usage:read`, `replies:write`, `handoffs:write`; for connected inboxes `events:write`, `outbox:read`, `outbox:write`.',
        },
      },
      schemas: {
        ...Object.assign({}, ...described.map(schemasOf)),
        ...inboxSchemas,
        ...pageSchemas,
        ErrorResponse: { ...ErrorResponse, properties: { ...ErrorResponse.properties, error: errorCodeSchema() } },
      },
    },
  };
}

function operationOf({ scope, isWrite, input, openapi }: CapabilityDescription): Json {
  const { operationId, schemaName, tag, summary, description, success: meaning, errors, requests, responses } = openapi;
  const parameters = isWrite ? [idempotencyKeyParameter] : queryParameters(input, Object.values(requests)[0]?.value);
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description} Requires the scope \`${scope}\`.`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isWrite ? { requestBody: requestBody(`${schemaName}Request`, requests) } : {}),
    responses: {
      200: success(`${schemaName}Response`, meaning, responses, isWrite ? [replayed] : []),
      ...errorResponses([...(isWrite ? writeErrors : readErrors), ...errors]),
    },
  };
}

function queryParameters(input: TSchema, example: unknown): Json[] {
  // Every capability's input is an object schema, and its example has the same fields.
  const { properties, required = [] } = input as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, described]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...parameterOf(described),
    example: (example as Json)[name],
  }));
}

function schemasOf({ isWrite, input, output, openapi }: CapabilityDescription): Json {
  return {
    ...(isWrite ? { [`${openapi.schemaName}Request`]: input } : {}),
    [`${openapi.schemaName}Response`]: output,
  };
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  ...parameterOf(IdempotencyKey),
  example: 'order-4711-reply-1',
};

const replayed = replayedHeader('present and `true` if this is the stored response of an earlier identical request');

function errorCodeSchema(): Json {
  return { type: 'string', description: 'a stable code; new ones may be added', examples: Object.keys(errorCatalogue) };
}
