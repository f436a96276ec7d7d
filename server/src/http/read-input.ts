import type { FastifyRequest } from 'fastify';
import type { Capability } from '../capabilities/capability.ts';
import { ServiceError } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';

/**
 * Returns a call's validated input: a write's body or a read's query. A write takes no query parameters.
 * @throws ServiceError `invalid_request`, or `agent_confirmation_required` for an unconfirmed handoff
 */
export function readInput<Input>(capability: Capability<Input>, request: FastifyRequest): Input {
  if (!capability.isWrite) return capability.parse(readQuery(request));
  const input = capability.parse(request.body);
  refuseQuery(request);
  return input;
}

/** Rejects query parameters, which writes do not take. @throws ServiceError `invalid_request` that names the first */
export function refuseQuery(request: FastifyRequest): void {
  const [name] = Object.keys(readQuery(request));
  if (name === undefined) return;
  throw new ServiceError('invalid_request', {
    message: `unknown query parameter "${printableName(name)}"; this request takes its fields from the body.`,
  });
}

/**
 * Returns the query's parameters.
 * @throws ServiceError `invalid_request` for a query that is not valid percent-encoded UTF-8 or gives a parameter twice
 */
export function readQuery(request: FastifyRequest): object {
  const at = request.url.indexOf('?');
  if (at !== -1 && !isDecodable(request.url.slice(at + 1))) {
    throw new ServiceError('invalid_request', {
      message: 'The query string is not valid percent-encoded UTF-8; encode each value, such as "%" as "%25".',
    });
  }
  const query = Object(request.query);
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value)) continue;
    const times = value.length === 2 ? 'twice' : `${value.length} times`;
    throw new ServiceError('invalid_request', {
      message: `the query parameter "${printableName(name)}" was given ${times}; send it once.`,
    });
  }
  return query;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
