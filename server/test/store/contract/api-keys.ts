import { createId } from '../../../src/lib/ids.ts';
import { createApiKey } from '../../../src/lib/secrets.ts';
import type { AuthenticateInput, KeyRecord, NewKey } from '../../../src/store/key-port.ts';
import type { Store } from '../../../src/store/port.ts';

export interface IssuedKey {
  readonly hash: string;
  readonly record: KeyRecord;
}

export async function issueKey(store: Store, overrides: Partial<NewKey> = {}): Promise<IssuedKey> {
  const { hash } = createApiKey();
  const record = await store.createKey({
    keyId: createId('key'),
    keyHash: hash,
    workspaceId: 'ws_aurora',
    name: 'inbox agent',
    scopes: ['replies:write', 'usage:read'],
    lifetimeMs: null,
    ...overrides,
  });
  return { hash, record };
}

/** Returns a request with this key and without an origin, from an address without failures. */
export function requestWith(hash: string, overrides: Partial<AuthenticateInput> = {}): AuthenticateInput {
  return {
    address: '192.0.2.1',
    credential: { kind: 'key', hash },
    isRecentlyVerified: false,
    origin: null,
    failuresPerMinute: 20,
    requestsPerMinute: { creator: 60, studio: 180, agency: 600 },
    ...overrides,
  };
}

/** Returns a request whose token has an invalid checksum. */
export function mistypedRequest(overrides: Partial<AuthenticateInput> = {}): AuthenticateInput {
  return { ...requestWith(''), credential: { kind: 'mistyped' }, ...overrides };
}

/** Returns a request without an Authorization header. */
export function bareRequest(overrides: Partial<AuthenticateInput> = {}): AuthenticateInput {
  return { ...requestWith(''), credential: { kind: 'none' }, ...overrides };
}
