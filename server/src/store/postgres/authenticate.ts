import type { AuthenticateInput, AuthenticateResult } from '../key-port.ts';
import type { Store } from '../port.ts';
import { createBatches } from './batches.ts';
import type { Call } from './database.ts';

/**
 * Authenticates requests in batches, one batch at a time, so that authentication uses at most one connection. Nothing
 * is cached between batches, so a revocation applies immediately in every process.
 */
export function createAuthentication(call: Call): Pick<Store, 'authenticate'> {
  return {
    authenticate: createBatches<AuthenticateInput, AuthenticateResult>({
      carryOut: (inputs) => call('authenticate', { requests: JSON.stringify(inputs.map(requestOf)) }),
      order: (one, other) => (hashOf(one) < hashOf(other) ? -1 : 1),
      largest: 200,
      atOnce: 1,
    }),
  };
}

function hashOf({ credential }: AuthenticateInput): string {
  return credential.kind === 'key' ? credential.hash : '';
}

function requestOf(input: AuthenticateInput) {
  const { address, credential, isRecentlyVerified, origin, failuresPerMinute, requestsPerMinute } = input;
  const { workspaceRequestsPerMinute = null } = input;
  return {
    kind: credential.kind,
    ...(credential.kind === 'key' && { hash: credential.hash }),
    address,
    isRecentlyVerified: isRecentlyVerified && credential.kind === 'key',
    origin,
    failuresPerMinute,
    requestsPerMinute,
    ...(workspaceRequestsPerMinute !== null && { workspaceRequestsPerMinute }),
  };
}
