import Type, { type TOptional } from 'typebox';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import type { PostedChannel } from './posted-channel.ts';
import { slack } from './slack.ts';

/** The chat services that notifications reach. A further one is a file beside theirs, and an entry here. */
const posted = { slack, discord, ntfy } as const;

export type PostedChannelName = keyof typeof posted;
// Object.keys widens the names of `posted`.
export const postedChannelNames = Object.keys(posted) as readonly PostedChannelName[];

type PostedSettings = { [Name in PostedChannelName]: TOptional<(typeof posted)[Name]['settings']> };

/** Their members of a workspace's `notifications`. */
export const postedSettings = Object.fromEntries(
  postedChannelNames.map((name) => [name, Type.Optional(posted[name].settings)]),
) as PostedSettings; // fromEntries forgets which schema belongs to which name

/** The channel, for settings that the schema of its own name was checked with. */
export function postedChannel(name: PostedChannelName): PostedChannel {
  // Each takes its own settings alone; whoever reads them from a document by the same name has those.
  return posted[name] as unknown as PostedChannel;
}

/** Every way to reach a creator. `log`: the service's own log, where nothing else is set up. `push`: the browsers of the workspace's people. */
export const notificationChannels = ['log', 'webhook', 'email', ...postedChannelNames, 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
