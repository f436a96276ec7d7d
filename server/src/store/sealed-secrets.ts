import type { NotificationSettings } from '../domain/notification-settings.ts';
import { contactPlace } from '../domain/page/contact-place.ts';
import type { WorkspaceDocument, WorkspaceEntry } from '../domain/workspace-document.ts';
import type { Sealer } from '../lib/sealing.ts';
import { channelSecrets, mapChannelSecrets } from './channel-secrets.ts';
import type { NotificationTarget, StoredSecret } from './notification-port.ts';
import type { Store } from './port.ts';

/** Wraps a store so that it keeps secrets in sealed form. Callers that use a secret get it unsealed. */
export function withSealedSecrets(store: Store, sealer: Sealer): Store {
  const opened = <Target extends NotificationTarget>(target: Target, workspaceId: string): Target => ({
    ...target,
    settings: openSettings(target.settings, workspaceId),
    webhookSecret: openOne(target.webhookSecret, workspaceId),
    previousWebhookSecret: openOne(target.previousWebhookSecret, workspaceId),
  });
  /**
   * Unseals a secret. If no key opens the secret, returns its sealed form, so that the sender can tell that a secret
   * exists.
   */
  function openOne(stored: string | null, workspaceId: string): string | null {
    return stored === null ? null : (sealer.open(stored, placeOfSecret({ slot: 'webhook', workspaceId })) ?? stored);
  }
  function openSettings<Settings extends NotificationSettings | null | undefined>(
    settings: Settings,
    workspaceId: string,
  ): Settings {
    return mapChannelSecrets(
      settings,
      (stored, slot) => sealer.open(stored, placeOfSecret({ slot, workspaceId })) ?? stored,
    );
  }
  const openSummary = <Summary extends { workspaceId: string; notifications: NotificationSettings | null }>(
    summary: Summary,
  ): Summary => ({ ...summary, notifications: openSettings(summary.notifications, summary.workspaceId) });

  /**
   * Seals the secrets in a workspace entry. A secret that is already stored keeps its sealed form, so that reimporting
   * the same secret changes nothing.
   */
  async function sealEntry(entry: WorkspaceEntry, isDryRun: boolean): Promise<WorkspaceEntry> {
    if (channelSecrets(entry.notifications).size === 0) return entry;
    const workspaceId = entry.id;
    const known = channelSecrets((await store.workspace({ workspaceId }))?.notifications);
    const notifications = mapChannelSecrets(entry.notifications, (secret, slot) => {
      const place = placeOfSecret({ slot, workspaceId });
      const stored = known.get(slot);
      if (stored !== undefined && !sealer.isOutdated(stored) && sealer.open(stored, place) === secret) return stored;
      // Sealing could create a key, which a dry run must not do.
      return isDryRun ? secret : sealer.seal(secret, place);
    });
    return { ...entry, notifications };
  }
  return {
    ...store,
    async setWebhookSecret({ secret, ...rest }) {
      const sealed = sealer.seal(secret, placeOfSecret({ slot: 'webhook', workspaceId: rest.workspaceId }));
      return store.setWebhookSecret({ ...rest, secret: sealed });
    },
    async notificationTarget(input) {
      const target = await store.notificationTarget(input);
      return target === null ? null : opened(target, input.workspaceId);
    },
    async claimNotifications(input) {
      const claimed = await store.claimNotifications(input);
      return claimed.map((notification) => opened(notification, notification.workspaceId));
    },
    async importDocument(document, options, onProgress) {
      const workspaces: WorkspaceDocument['workspaces'] = [];
      for (const entry of document.workspaces) workspaces.push(await sealEntry(entry, options.dryRun));
      return store.importDocument({ ...document, workspaces }, options, onProgress);
    },
    async exportWorkspace(input) {
      const entry = await store.exportWorkspace(input);
      if (entry?.notifications === undefined) return entry;
      return { ...entry, notifications: openSettings(entry.notifications, input.workspaceId) };
    },
    async workspace(input) {
      const summary = await store.workspace(input);
      return summary === null ? null : openSummary(summary);
    },
    async pushTargets(input) {
      const targets = await store.pushTargets(input);
      return targets.map((target) => ({ ...target, push: sealer.open(target.push, pushPlace(target)) ?? target.push }));
    },
    async keepPush({ sessionId, push }) {
      const sealed = push === null ? null : sealer.seal(push, pushPlace({ sessionId }));
      return store.keepPush({ sessionId, push: sealed });
    },
    listWorkspaces: async () => (await store.listWorkspaces()).map(openSummary),
  };
}

/**
 * Returns the place that a secret is bound to. The secret cannot be unsealed for any other place. The previous and the
 * current secret of a webhook have the same place.
 */
export function placeOfSecret({ slot, workspaceId }: Pick<StoredSecret, 'slot' | 'workspaceId'>): string {
  const [, kind, of = ''] = /^(push|contact):(.*)$/s.exec(slot) ?? [];
  if (kind === 'push') return pushPlace({ sessionId: of });
  if (kind === 'contact') return contactPlace(workspaceId, of);
  return `${slot === 'previous_webhook' ? 'webhook' : slot} secret of ${workspaceId}`;
}

const pushPlace = ({ sessionId }: { readonly sessionId: string }) => `push of ${sessionId}`;
