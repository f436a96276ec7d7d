import Type, { type Static } from 'typebox';
import { text } from './text.ts';

/** What a notification may tell besides which conversation it is about. */
export const notificationDetails = ['contact', 'reason', 'risk', 'message'] as const;

export const NotificationSettings = Type.Object(
  {
    include: Type.Optional(
      Type.Array(Type.Enum([...notificationDetails]), {
        uniqueItems: true,
        description: 'what a notification may tell; default: contact, reason, risk',
      }),
    ),
    webhook: Type.Optional(
      Type.Object(
        {
          url: Type.String({
            format: 'uri',
            pattern: '^https?://[^/?#\\s]',
            maxLength: 500,
            examples: ['https://hooks.aurora.example/understudy'],
          }),
        },
        { additionalProperties: false },
      ),
    ),
    email: Type.Optional(
      Type.Object(
        { to: Type.Array(text(3, 254, { format: 'email' }), { minItems: 1, maxItems: 10 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, description: 'where handoffs are announced; without it they go to the service log' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

/** What a handoff judged, kept with its notification; never a message's text. */
export interface HandoffVerdict {
  readonly reason: string | null;
  readonly intent: string;
  readonly riskLevel: 'safe' | 'review' | 'blocked';
  readonly urgency: 'normal' | 'high' | 'urgent';
}
