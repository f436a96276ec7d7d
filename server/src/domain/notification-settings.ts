import Type, { type Static } from 'typebox';
import { channelSettings } from './channels/channel-list.ts';
import { notificationDetails } from './channels/details.ts';

export const NotificationSettings = Type.Object(
  {
    include: Type.Optional(
      Type.Array(Type.Enum([...notificationDetails]), {
        uniqueItems: true,
        description: 'the details that a notification may include; default: contact, reason, risk',
      }),
    ),
    ...channelSettings,
  },
  { additionalProperties: false, description: 'where handoffs are announced; if omitted, in the service log' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;
