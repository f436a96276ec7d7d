import Type, { type Static } from 'typebox';
import { channelSettings } from './channels/channel-list.ts';
import { notificationDetails } from './channels/details.ts';

export const NotificationSettings = Type.Object(
  {
    include: Type.Optional(
      Type.Array(Type.Enum([...notificationDetails]), {
        uniqueItems: true,
        description: 'what a notification may tell; default: contact, reason, risk',
      }),
    ),
    ...channelSettings,
  },
  { additionalProperties: false, description: 'where handoffs are announced; without it they go to the service log' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;
