import type { TSchema } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';

type Json = Record<string, unknown>;
type NamedHeader = { name: string; header: Json };

const requestIdHeader = {
  name: 'x-request-id',
  header: { description: 'identifies this request in the service log', required: true, schema: { type: 'string' } },
};

const retryAfterHeader = {
  name: 'retry-after',
  header: { description: 'whole seconds to wait', schema: { type: 'integer', minimum: 1 } },
};

const challengeHeader = (description: string) => ({
  name: 'www-authenticate',
  header: { description, schema: { type: 'string' } },
});

function headersOf(headers: NamedHeader[]): Json {
  return Object.fromEntries([requestIdHeader, ...headers].map(({ name, header }) => [name, header]));
}

/** Describes a 200 response with its schema, examples and headers. */
export function success(schema: string, description: string, named: Json, headers: NamedHeader[] = []): Json {
  return {
    description,
    headers: headersOf(headers),
    content: { 'application/json': { schema: reference(schema), examples: named } },
  };
}

/** Returns one response for each status that the codes have. Each response lists its codes, with an example of each. */
export function errorResponses(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  const responses: Json = {};
  for (const [status, group] of byStatus) {
    const headers: NamedHeader[] = [];
    if (group.some((code) => ['rate_limited', 'service_unavailable', 'idempotency_in_progress'].includes(code))) {
      headers.push(retryAfterHeader);
    }
    if (status === 401) headers.push(challengeHeader('says how to authenticate'));
    if (status === 403) headers.push(challengeHeader('with `agent_scope_missing`: the required scope'));
    responses[status] = {
      description: group.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join(' '),
      headers: headersOf(headers),
      content: {
        'application/json': {
          schema: reference('ErrorResponse'),
          examples: Object.fromEntries(group.map((code) => [code, { value: errorExample(code) }])),
        },
      },
    };
  }
  return { ...responses, ...connectionErrors };
}

/** Errors that occur while a request is being received, before its route is known. */
const connectionErrors = Object.fromEntries(
  [
    [408, 'The request did not arrive in time.'],
    [431, 'The request headers are too large.'],
  ].map(([status, message]) => [
    status,
    {
      description: `\`invalid_request\`: ${message} The connection is closed.`,
      headers: headersOf([]),
      content: {
        'application/json': {
          schema: reference('ErrorResponse'),
          examples: { invalid_request: { value: { ...errorExample('invalid_request'), message } } },
        },
      },
    },
  ]),
);

/** Turns a schema into a parameter. The description is moved from the schema to the parameter. */
export function parameterOf(described: TSchema): Json {
  const { description, ...schema } = described as Json; // A TypeBox schema is a plain JSON Schema object.
  return { description, schema };
}

export const replayedHeader = (description: string): NamedHeader => ({
  name: 'idempotency-replayed',
  header: { description, schema: { type: 'string', const: 'true' } },
});

/** Describes a required JSON body. */
export function requestBody(schema: string, named: Json): Json {
  return { required: true, content: { 'application/json': { schema: reference(schema), examples: named } } };
}

/** Returns a reference to one of the schemas in the description. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function errorExample(code: ErrorCode) {
  return { ok: false, error: code, message: errorCatalogue[code].message, requestId: 'req_5f0c2f6f9a1e4b7d8c3a2b10' };
}
