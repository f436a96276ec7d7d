import type { NotificationChannel } from '../../domain/channels/channel-list.ts';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { WorkspaceEntry } from '../../domain/workspace-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Store } from '../../store/port.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { validateDocument } from '../documents/validate-document.ts';
import { isoTime } from '../iso-time.ts';
import { createNotificationVerbs } from '../notification-verbs.ts';

const mostDeliveries = 200;

export interface SettingsDeps {
  readonly store: Store;
  readonly canSendEmail: boolean;
  readonly modelConfigured: boolean;
  /** Sends test notifications; null if no channel can be tested. */
  readonly testDelivery:
    | ((
        workspaceId: string,
        channel: NotificationChannel,
        accountId?: string,
      ) => Promise<
        readonly { readonly channel: string; readonly isDelivered: boolean; readonly note: string | null }[]
      >)
    | null;
  readonly onQueued?: () => void;
}

/** Creates the actions that an owner performs on a workspace's notifications and settings, except its keys. */
export function createSettingsVerbs(deps: SettingsDeps) {
  const { store } = deps;
  const notifications = createNotificationVerbs({ store });

  async function requireOne(workspaceId: string): Promise<WorkspaceSummary> {
    const workspace = await store.workspace({ workspaceId });
    if (workspace === null) throw new ConsoleError('console_not_found');
    return workspace;
  }

  async function read(workspaceId: string): Promise<ConsoleOutput<'readSettings'>> {
    const workspace = await requireOne(workspaceId);
    const target = await store.notificationTarget({ workspaceId });
    const { name, plan, status, monthlyReplies, allowedOrigins, profiles, conversations } = workspace;
    return {
      id: workspaceId,
      name,
      plan,
      status,
      monthlyReplies,
      allowedOrigins: [...allowedOrigins],
      notifications: workspace.notifications,
      hasWebhookSecret: (target?.webhookSecret ?? null) !== null,
      canSendEmail: deps.canSendEmail,
      modelAllowed: workspace.usesModel,
      modelConfigured: deps.modelConfigured,
      profiles,
      conversations,
    };
  }

  /** Applies the given part of a workspace's document after validating it like an import. */
  async function change(
    workspaceId: string,
    part: Pick<WorkspaceEntry, 'allowedOrigins' | 'notifications'>,
  ): Promise<ConsoleOutput<'readSettings'>> {
    const { name, plan } = await requireOne(workspaceId);
    const document = asForm(() =>
      validateDocument({ workspaces: [{ id: workspaceId, name, plan, ...part }] }, 'The form'),
    );
    await store.importDocument(document, { forceState: false, dryRun: false });
    return read(workspaceId);
  }

  return {
    read,
    changeOrigins: (workspaceId: string, { allowedOrigins }: ConsoleInput<'changeOrigins'>) =>
      change(workspaceId, { allowedOrigins }),
    changeNotifications: (workspaceId: string, input: ConsoleInput<'changeNotifications'>) =>
      change(workspaceId, { notifications: input.notifications }),

    /**
     * Creates a webhook secret. Webhooks are also signed with the previous secret for one day, unless a different
     * overlap is given.
     */
    async makeWebhookSecret(
      workspaceId: string,
      { overlapHours = 24 }: ConsoleInput<'makeWebhookSecret'>,
    ): Promise<ConsoleOutput<'makeWebhookSecret'>> {
      const { secret } = await notifications.makeSecret({ workspaceId, overlapMs: overlapHours * 3_600_000 });
      return { secret };
    },

    /**
     * Tests one channel with its current settings. For push, only this account's browsers are notified. Stores
     * nothing.
     */
    async test(
      workspaceId: string,
      channel: NotificationChannel,
      accountId?: string,
    ): Promise<ConsoleOutput<'testNotification'>> {
      const tried = (await deps.testDelivery?.(workspaceId, channel, accountId)) ?? [];
      const outcome = tried.find((delivery) => delivery.channel === channel);
      if (outcome === undefined) {
        throw new ConsoleError('console_not_possible', {
          message: 'This channel has no settings yet. Save them first.',
        });
      }
      return { delivered: outcome.isDelivered, error: outcome.isDelivered ? null : outcome.note };
    },

    async listDeliveries(workspaceId: string): Promise<ConsoleOutput<'listDeliveries'>> {
      const records = await store.listNotifications({ workspaceId, limit: mostDeliveries });
      return {
        deliveries: records.flatMap(({ notificationId, channels, createdAt, nextAttemptAt, deliveredAt, ...rest }) => {
          const { conversationId, verdict, state, attempts } = rest;
          if (conversationId === null || verdict === null) return [];
          return {
            conversationId,
            verdict,
            state,
            attempts,
            id: notificationId,
            createdAt: isoTime(createdAt),
            nextAttemptAt: isoTime(nextAttemptAt),
            deliveredAt: isoTime(deliveredAt),
            channels: Object.entries(channels).map(([channel, { attempts, lastError, ...delivery }]) => ({
              // The keys of the record are channels.
              channel: channel as NotificationChannel,
              attempts,
              lastError,
              deliveredAt: isoTime(delivery.deliveredAt),
            })),
          };
        }),
      };
    },

    /**
     * Requeues a failed notification. @throws ConsoleError `console_not_possible` when it did not fail or does not
     * exist
     */
    async retryDelivery(workspaceId: string, notificationId: string): Promise<void> {
      if (!(await store.retryNotification({ workspaceId, notificationId }))) {
        throw new ConsoleError('console_not_possible', { message: 'Only a failed delivery can be retried.' });
      }
      deps.onQueued?.();
    },
  };
}

/** Converts the faults of an import, which name places in the document, to faults in the fields of the form. */
function asForm<Checked>(check: () => Checked): Checked {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof OperatorError) || error.faults.length === 0) throw error;
    const fields = error.faults.map((fault) => {
      const [path = '', ...words] = fault.replace(/^workspaces\[0\]\./, '').split(' ');
      return { path, message: `${path} ${words.join(' ')}` };
    });
    throw new ConsoleError('console_input_invalid', { message: fields[0]?.message, fields });
  }
}
