import Type, { type TOptional } from 'typebox';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import type { PostedChannel } from './posted-channel.ts';
import { slack } from './slack.ts';

/** The chat services that notifications reach. To add one, add a file beside theirs and an entry here. */
const posted = { slack, discord, ntfy } as const;

export type PostedChannelName = keyof typeof posted;
// Object.keys widens the names of `posted`.
export const postedChannelNames = Object.keys(posted) as readonly PostedChannelName[];

type PostedSettings = { [Name in PostedChannelName]: TOptional<(typeof posted)[Name]['settings']> };

/** Their members in a workspace's `notifications`. */
export const postedSettings = Object.fromEntries(
  postedChannelNames.map((name) => [name, Type.Optional(posted[name].settings)]),
) as PostedSettings; // fromEntries forgets which schema belongs to which name

/** The channel, for settings that were validated with the schema of the same name. */
export function postedChannel(name: PostedChannelName): PostedChannel {
  // Each channel takes only its own settings; a document has them under the same name.
  return posted[name] as unknown as PostedChannel;
}

/**
 * Every way to reach a creator. `log`: the service's own log, used if nothing else is set up. `push`: the browsers of
 * the workspace's people.
 */
export const notificationChannels = ['log', 'webhook', 'email', ...postedChannelNames, 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
