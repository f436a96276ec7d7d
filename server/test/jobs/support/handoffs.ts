import { createHash } from 'node:crypto';
import type { HandoffVerdict } from '../../../src/domain/notification.ts';
import type { NotificationSettings } from '../../../src/domain/notification-settings.ts';
import { createId } from '../../../src/lib/ids.ts';
import { createWebhookSecret } from '../../../src/lib/secrets.ts';
import type { NotificationRecord } from '../../../src/store/notification-port.ts';
import type { Store } from '../../../src/store/port.ts';
import { messageText } from './samples.ts';

export const contactName = 'Maya Quill';
export const handoffReason = 'wants her parcel back';

/** Creates a workspace whose one conversation has an inbound message. Its webhook, if any, has a secret. */
export async function createWorkspace(
  store: Store,
  notifications?: NotificationSettings,
): Promise<{ workspaceId: string; secret: string }> {
  const workspaceId = createId('ws');
  const document = {
    workspaces: [
      {
        id: workspaceId,
        name: 'Aurora Lane Studio',
        plan: 'creator' as const,
        ...(notifications && { notifications }),
        profiles: [{ id: 'prof_aurora', displayName: 'Aurora Lane' }],
        conversations: [
          {
            id: 'conv_maya',
            profileId: 'prof_aurora',
            channel: 'instagram',
            contact: { name: contactName, handle: '@maya' },
            messages: [{ direction: 'inbound' as const, body: messageText, sentAt: '2026-03-01T10:00:00Z' }],
          },
        ],
      },
    ],
  };
  await store.importDocument(document, { forceState: false, dryRun: false });
  const secret = createWebhookSecret();
  if (notifications?.webhook !== undefined) await store.setWebhookSecret({ workspaceId, secret });
  return { workspaceId, secret };
}

/** Creates a handoff as the service does. Returns its notification's id. */
export async function handOff(
  store: Store,
  workspaceId: string,
  overrides: Partial<HandoffVerdict> = {},
): Promise<string> {
  const lease = {
    workspaceId,
    operation: 'handoff',
    idempotencyKey: createId('handoff'),
    leaseToken: createId('lease'),
  } as const;
  const conversationId = 'conv_maya';
  const retentionMs = 86_400_000;
  const inputHash = createHash('sha256').update(lease.idempotencyKey).digest('hex');
  const admitted = await store.admitHandoff({ ...lease, inputHash, leaseMs: 30_000, retentionMs, conversationId });
  if (admitted.outcome !== 'admitted') throw new Error(`the handoff was answered ${admitted.outcome}`);
  const notificationId = createId('ntf');
  const verdict: HandoffVerdict = {
    reason: handoffReason,
    intent: 'order_status',
    riskLevel: 'review',
    urgency: 'normal',
    ...overrides,
  };
  await store.settleHandoff({
    ...lease,
    conversationId,
    notificationId,
    verdict,
    response: '{"ok":true}',
    retentionMs,
  });
  return notificationId;
}

export async function onlyNotification(store: Store, workspaceId: string): Promise<NotificationRecord> {
  const [notification, ...others] = await store.listNotifications({ workspaceId, limit: 100 });
  if (notification === undefined || others.length > 0) throw new Error('there is not exactly one notification');
  return notification;
}
