import type { TenantOperation } from './tenant.ts';

const limit = 50;

/** The operations on notifications and the secrets of their channels. */
export const notificationOperations = {
  listNotifications: ({ store, workspaceId }) => store.listNotifications({ workspaceId, limit }),
  workspacesWithDueNotifications: async ({ store, workspaceId }) =>
    (await store.workspacesWithDueNotifications({ limit: 100_000 })).filter((id) => id === workspaceId),
  claimNotifications: async ({ store, workspaceId, claims }) => {
    const claimed = await store.claimNotifications({ workspaceId, limit, claimMs: 60_000 });
    claims.push(...claimed.toSorted((one, other) => (one.notificationId < other.notificationId ? -1 : 1)));
    return claimed;
  },
  settleNotification: ({ store, workspaceId, canary, claims, strangersClaims }, [which, kind, owner]) => {
    const own = claims.at(-1 - which);
    const notificationId = own?.notificationId ?? 'ntf_0';
    const stolen = strangersClaims.findLast((claim) => claim.notificationId === notificationId);
    const claimToken = (owner === 0 ? stolen : own)?.claimToken ?? '00000000-0000-4000-8000-000000000000';
    const channels = { log: { deliveredAt: null, attempts: 1, lastError: canary } };
    const result = ([{ kind: 'delivered' }, { kind: 'failed' }, { kind: 'retry', delayMs: 50_000 }] as const)[kind % 3];
    return store.settleNotification({
      workspaceId,
      notificationId,
      claimToken,
      channels,
      result: result ?? { kind: 'failed' },
    });
  },
  retryNotification: ({ store, workspaceId }, [number]) =>
    store.retryNotification({ workspaceId, notificationId: `ntf_${number}` }),
  notificationTarget: ({ store, workspaceId }) => store.notificationTarget({ workspaceId }),
  setWebhookSecret: ({ store, workspaceId, canary }, [number]) =>
    store.setWebhookSecret({ workspaceId, secret: `whsec_${canary}${number}`, overlapMs: number * 1_000_000 }),
  // Sealing a secret twice never produces the same text.
  storedSecrets: async ({ store, workspaceId }) =>
    (await store.storedSecrets()).filter((of) => of.workspaceId === workspaceId).map(({ slot }) => slot),
  replaceSecret: ({ store, workspaceId }, [slot]) =>
    store.replaceSecret({
      workspaceId,
      slot: slot < 3 ? 'webhook' : 'previous_webhook',
      from: 'what nobody stored',
      to: 'what nobody reads',
    }),
} satisfies Record<string, TenantOperation>;
