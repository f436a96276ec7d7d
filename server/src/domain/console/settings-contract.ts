import Type from 'typebox';
import { Scope } from '../actor.ts';
import { notificationChannels } from '../channels/channel-list.ts';
import { NotificationSettings } from '../notification-settings.ts';
import { PlanName } from '../plan.ts';
import { identifier, text } from '../text.ts';
import { ActiveStatus, WorkspaceEntry } from '../workspace-document.ts';
import { HandoffVerdictView } from './review-contract.ts';
import { closed, count, id, instant, nullable } from './shapes.ts';

export const KeyView = Type.Object({
  id,
  name: Type.String(),
  prefix: Type.String({ description: 'the prefix of every key' }),
  lastFour: nullable(Type.String({ description: 'null for a key that was created before this field existed' })),
  scopes: Type.Array(Scope),
  state: Type.Enum(['active', 'expired', 'revoked']),
  createdAt: instant,
  expiresAt: nullable(instant),
  revokedAt: nullable(instant),
  lastUsedAt: nullable(instant),
  requests: count,
  successorId: nullable(id),
});
export const Keys = Type.Object({ keys: Type.Array(KeyView, { description: 'newest first' }) });
export const CreateKeyRequest = Type.Object(
  {
    name: text(1, 100),
    scopes: Type.Array(Scope, { minItems: 1, uniqueItems: true }),
    expiresInDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_650, description: 'if omitted, the key never expires' }),
    ),
  },
  closed,
);
export const NewKey = Type.Object({ key: KeyView, secret: Type.String({ description: 'returned only once' }) });
export const RotateKeyRequest = Type.Object(
  { overlapHours: Type.Integer({ minimum: 0, maximum: 720, description: 'how long the old key stays valid' }) },
  closed,
);
export const RotatedKey = Type.Object({ previous: KeyView, key: KeyView, secret: Type.String() });

export const WorkspaceSettings = Type.Object({
  id,
  name: Type.String(),
  plan: PlanName,
  status: ActiveStatus,
  monthlyReplies: nullable(count),
  allowedOrigins: Type.Array(Type.String()),
  notifications: nullable(NotificationSettings),
  hasWebhookSecret: Type.Boolean({ description: 'without one, webhooks are not sent' }),
  canSendEmail: Type.Boolean({ description: 'whether the service has a mail server' }),
  modelAllowed: Type.Boolean({ description: 'whether a language model may phrase replies in this workspace' }),
  modelConfigured: Type.Boolean({ description: 'whether the service has a language model' }),
  profiles: count,
  conversations: count,
});
export const ChangeOriginsRequest = Type.Object(
  { allowedOrigins: Type.Unsafe<string[]>(WorkspaceEntry.properties.allowedOrigins) },
  closed,
);
export const ChangeNotificationsRequest = Type.Object({ notifications: nullable(NotificationSettings) }, closed);
export const MakeWebhookSecretRequest = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 720, description: 'how long the previous secret also signs; default: 24' }),
    ),
  },
  closed,
);
export const WebhookSecret = Type.Object({
  secret: Type.String({ description: 'returned only once; signs from now on' }),
});
export const TestNotificationRequest = Type.Object(
  { channel: Type.Enum(notificationChannels.filter((name) => name !== 'log' && name !== 'push')) },
  closed,
);
export const TestNotificationResult = Type.Object({
  delivered: Type.Boolean(),
  error: nullable(Type.String({ description: "why it was not delivered, in the service's own words" })),
});
const DeliveryView = Type.Object({
  id,
  conversationId: id,
  state: Type.Enum(['queued', 'delivering', 'delivered', 'failed']),
  verdict: HandoffVerdictView,
  createdAt: instant,
  attempts: count,
  nextAttemptAt: nullable(instant),
  deliveredAt: nullable(instant),
  channels: Type.Array(
    Type.Object({
      channel: Type.Enum([...notificationChannels]),
      deliveredAt: nullable(instant),
      attempts: count,
      lastError: nullable(Type.String()),
    }),
  ),
});
export const Deliveries = Type.Object({
  deliveries: Type.Array(DeliveryView, { description: 'newest first, at most 200' }),
});
export const CreateWorkspaceRequest = Type.Object(
  { name: text(1, 200), plan: PlanName, id: Type.Optional(identifier('generated if omitted')) },
  closed,
);
