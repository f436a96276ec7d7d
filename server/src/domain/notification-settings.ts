import Type, { type Static } from 'typebox';
import { postedSettings } from './channels/channel-list.ts';
import { notificationDetails } from './channels/details.ts';
import { text } from './text.ts';

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
    ...postedSettings,
  },
  { additionalProperties: false, description: 'where handoffs are announced; without it they go to the service log' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;
