import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Actor } from '../domain/actor.ts';
import type { Measures } from '../domain/measures.ts';
import type { Engine } from '../drafting/engine.ts';
import { bearerToken } from '../lib/bearer-token.ts';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';
import { createRecentMap } from '../lib/recent-map.ts';
import { hashApiKey, isWellFormedApiKey } from '../lib/secrets.ts';
import type { AuthenticateInput } from '../store/key-port.ts';
import type { Store } from '../store/port.ts';
import { callerAddress, keptAddress, limitedAddress } from './address.ts';
import type { KeyUses } from './key-uses.ts';
import { createOwnOrigin } from './own-origin.ts';

export interface Authenticator {
  /**
   * Verifies a request's caller, in the order of the contract from the address limit to the key's requests per minute.
   * If the key was verified recently, tells the engine to expect work for the key's workspace until the response ends.
   * @throws ServiceError with the first failure
   */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor>;
}

type Credential = AuthenticateInput['credential'];

/**
 * How long after its verification a key bypasses the address limit, in milliseconds. During this time, other callers
 * behind the same address cannot lock the key out.
 */
const verifiedForMs = 60_000;
const verifiedKeysRemembered = 100_000;

export function createAuthenticator(deps: {
  store: Store;
  config: Pick<
    Config,
    'plans' | 'failedAuthenticationsPerMinute' | 'workspaceRequestsPerMinute' | 'publicUrl' | 'host' | 'logAddresses'
  >;
  uses: KeyUses;
  measures: Pick<Measures, 'authenticationRefused'>;
  /** Tells the engine to expect work for a workspace. If omitted, the engine is not told. */
  expect?: Engine['expect'];
}): Authenticator {
  const { store, config, uses, measures, expect } = deps;
  const isOwnOrigin = createOwnOrigin(config);
  const verified = createRecentMap<{ atMs: number; workspaceId: string }>(verifiedKeysRemembered);
  const requestsPerMinute = {
    creator: config.plans.creator.requestsPerMinute,
    studio: config.plans.studio.requestsPerMinute,
    agency: config.plans.agency.requestsPerMinute,
  };

  return {
    async authenticate(request, reply) {
      const credential = credentialOf(request.headers.authorization);
      const hash = credential.kind === 'key' ? credential.hash : '';
      const now = performance.now();
      const known = verified.get(hash);
      const isRecentlyVerified = known !== undefined && now - known.atMs < verifiedForMs;
      if (expect !== undefined && isRecentlyVerified) reply.raw.once('close', expect(known.workspaceId));
      const origin = request.headers.origin ?? null;
      const address = callerAddress(request);
      const result = await store.authenticate({
        address: limitedAddress(address),
        credential,
        isRecentlyVerified,
        origin: origin !== null && isOwnOrigin(origin, request.socket.localPort) ? null : origin,
        failuresPerMinute: config.failedAuthenticationsPerMinute,
        requestsPerMinute,
        workspaceRequestsPerMinute: config.workspaceRequestsPerMinute,
      });
      request.watch.stageEnded('authentication');
      switch (result.outcome) {
        case 'address_limited':
          measures.authenticationRefused('address_limited');
          throw new ServiceError('rate_limited', {
            message: errorCatalogue.rate_limited.cases.address,
            retryAfterSeconds: result.retryAfterSeconds,
          });
        case 'credential_missing':
          measures.authenticationRefused('missing');
          throw new ServiceError('agent_auth_required');
        case 'key_invalid':
          measures.authenticationRefused('key_invalid');
          verified.delete(hash);
          throw new ServiceError('agent_key_invalid');
        default:
          verified.set(hash, { atMs: now, workspaceId: result.actor.workspaceId });
          uses.note(result.actor);
      }
      switch (result.outcome) {
        case 'origin_rejected':
          throw new ServiceError('agent_origin_rejected');
        case 'workspace_inactive':
          throw new ServiceError('agent_workspace_inactive');
        case 'rate_limited':
          throw new ServiceError('rate_limited', {
            message: errorCatalogue.rate_limited.cases.key(requestsPerMinute[result.actor.plan]),
            retryAfterSeconds: result.retryAfterSeconds,
          });
        case 'workspace_rate_limited':
          throw new ServiceError('rate_limited', {
            message: errorCatalogue.rate_limited.cases.workspace(config.workspaceRequestsPerMinute),
            retryAfterSeconds: result.retryAfterSeconds,
          });
        default:
          return { ...result.actor, address: keptAddress(address, config.logAddresses) };
      }
    },
  };
}

function credentialOf(header: string | undefined): Credential {
  const token = bearerToken(header);
  if (token === null) return { kind: 'none' };
  return isWellFormedApiKey(token) ? { kind: 'key', hash: hashApiKey(token) } : { kind: 'mistyped' };
}
