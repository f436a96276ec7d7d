import { requestWith } from './api-keys.ts';
import { keyIdOf, originOf, type Tenant, type TenantOperation } from './tenant.ts';
import { hashOf } from './writes.ts';

/** The operations on API keys. */
export const keyOperations = {
  authenticate: ({ store, workspaceId, canary, address, stranger }, [number, origin, known]) =>
    store.authenticate({
      ...requestWith(hashOf(keyIdOf(workspaceId, number % 3))),
      ...(origin === 5 && { credential: { kind: 'mistyped' } as const }),
      address,
      isRecentlyVerified: known === 0,
      origin: origin === 0 ? originOf(stranger.canary) : origin === 1 ? originOf(canary) : null,
      failuresPerMinute: 3,
      requestsPerMinute: { creator: 3, studio: 4, agency: 5 },
    }),
  touchKeys: ({ store, workspaceId, stranger }, [number, requests, owner]) => {
    const keyId = keyIdOf(owner < 3 ? workspaceId : stranger.workspaceId, number % 3);
    return store.touchKeys([{ workspaceId, keyId, lastUsedAt: 1_900_000_000_000 + requests, requests }]);
  },
  createKey: (tenant, [lifetime, scopes]) =>
    tenant.store.createKey({
      ...nextKey(tenant),
      workspaceId: tenant.workspaceId,
      name: tenant.canary,
      scopes: scopes < 3 ? ['replies:write'] : ['usage:read', 'persona:read'],
      lifetimeMs: lifetime < 3 ? null : 50_000,
    }),
  listKeys: async ({ store, workspaceId }, [all]) => {
    const keys = await store.listKeys({ workspaceId: all < 3 ? workspaceId : null });
    return all < 3 ? keys : keys.filter((key) => key.workspaceId === workspaceId);
  },
  revokeKey: ({ store, workspaceId }, [number]) => store.revokeKey({ keyId: keyIdOf(workspaceId, number) }),
  rotateKey: (tenant, [number, overlap]) => {
    const { keyId: successorId, keyHash: successorHash } = nextKey(tenant);
    const keyId = keyIdOf(tenant.workspaceId, number);
    return tenant.store.rotateKey({ keyId, successorId, successorHash, overlapMs: overlap * 3_600_000 });
  },
} satisfies Record<string, TenantOperation>;

function nextKey(tenant: Tenant) {
  const keyId = keyIdOf(tenant.workspaceId, tenant.keys);
  tenant.keys += 1;
  return { keyId, keyHash: hashOf(keyId) };
}
