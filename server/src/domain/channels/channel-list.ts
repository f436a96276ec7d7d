import Type, { type TOptional } from 'typebox';
import { text } from '../text.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import type { PostedChannel } from './posted-channel.ts';
import { slack } from './slack.ts';

/**
 * The chat services that receive notifications. To add a service, create a file for it in this folder and add an entry
 * here.
 */
const posted = { slack, discord, ntfy } as const;

export type PostedChannelName = keyof typeof posted;
// Object.keys widens the type of the names in `posted`.
export const postedChannelNames = Object.keys(posted) as readonly PostedChannelName[];

type PostedSettings = { [Name in PostedChannelName]: TOptional<(typeof posted)[Name]['settings']> };

const postedSettings = Object.fromEntries(
  postedChannelNames.map((name) => [name, Type.Optional(posted[name].settings)]),
) as PostedSettings; // fromEntries loses the schema's type for each name

/** The schema of each configurable channel in a workspace's `notifications`. */
export const channelSettings = {
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
};

type ConfiguredChannelName = keyof typeof channelSettings;
// Object.keys widens the type of the names in `channelSettings`.
export const configuredChannelNames = Object.keys(channelSettings) as readonly ConfiguredChannelName[];

/** Returns the chat service with this name. Pass it only settings that its own schema has validated. */
export function postedChannel(name: PostedChannelName): PostedChannel {
  // Each channel accepts only its own settings, and a document stores them under the channel's name.
  return posted[name] as unknown as PostedChannel;
}

/**
 * Every way to notify a creator. `log` is the service's own log, which is used if no other channel is configured.
 * `push` means push notifications in the browsers of the workspace's members.
 */
export const notificationChannels = ['log', ...configuredChannelNames, 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
