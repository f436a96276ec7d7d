import type { Config } from '../../../src/config.ts';
import type { Announcement } from '../../../src/domain/channels/announcement.ts';
import type { NotificationSettings } from '../../../src/domain/notification-settings.ts';
import { announce } from '../../../src/jobs/announcement.ts';
import { createLog, type Log } from '../../../src/lib/log.ts';
import { createWebhookSecret } from '../../../src/lib/secrets.ts';
import type { NotificationTarget } from '../../../src/store/notification-port.ts';

export const messageText = 'My parcel 4471 never came, and I am heartbroken.';

export function notificationSettings(overrides: Partial<Config['notifications']> = {}): Config['notifications'] {
  return {
    pollMs: 100,
    maxAttempts: 3,
    timeoutMs: 10_000,
    allowPrivateAddresses: true,
    smtpUrl: null,
    mailFrom: null,
    consoleUrl: null,
    ...overrides,
  };
}

export function sampleAnnouncement(
  settings: NotificationSettings | null = null,
  overrides: Partial<Parameters<typeof announce>[0]> = {},
): Announcement {
  return announce(
    {
      type: 'handoff.created',
      id: 'ntf_sample',
      createdAt: Date.parse('2026-03-01T10:00:00Z'),
      workspaceId: 'ws_aurora',
      conversationId: 'conv_maya',
      profileId: 'prof_aurora',
      displayName: 'Aurora Lane',
      contact: { name: 'Maya', handle: '@maya' },
      channel: 'instagram',
      about: null,
      verdict: { reason: 'asks about a lost parcel', intent: 'order_status', riskLevel: 'review', urgency: 'high' },
      message: messageText,
      ...overrides,
    },
    settings,
  );
}

export function target(
  settings: NotificationSettings,
  webhookSecret: string | null = createWebhookSecret(),
  previousWebhookSecret: string | null = null,
): NotificationTarget {
  return { workspaceName: 'Aurora Lane Studio', settings, webhookSecret, previousWebhookSecret, isPushed: false };
}

/** Creates a log whose lines the test can read. */
export function readableLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } }), lines };
}
