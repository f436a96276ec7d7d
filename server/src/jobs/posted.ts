import type { Config } from '../config.ts';
import { type PostedChannelName, postedChannel, postedChannelNames } from '../domain/channels/channel-list.ts';
import { isSealed } from '../lib/sealing.ts';
import type { Channel } from './channel.ts';
import { failed, outcomeOf } from './post-outcome.ts';
import { postWebhook, type ResolveHost } from './webhook-request.ts';

interface PostedOptions {
  readonly settings: Pick<Config['notifications'], 'timeoutMs' | 'allowPrivateAddresses' | 'consoleUrl'>;
  /** Used only in tests of name resolution. */
  readonly resolve?: ResolveHost;
}

/**
 * Creates the channels for all supported chat services. After checking the address, a channel posts the request that
 * the definition of its chat service builds from an announcement.
 */
export function createPostedChannels(options: PostedOptions): Readonly<Record<PostedChannelName, Channel>> {
  const channels = postedChannelNames.map((name) => [name, createPostedChannel(name, options)]);
  return Object.fromEntries(channels) as Record<PostedChannelName, Channel>; // Object.fromEntries returns plain string keys.
}

function createPostedChannel(name: PostedChannelName, options: PostedOptions): Channel {
  const { title, finalStatuses, requestOf } = postedChannel(name);
  const { timeoutMs, allowPrivateAddresses, consoleUrl } = options.settings;
  return {
    send: async (announcement, target) => {
      const own: Readonly<Record<string, unknown>> | undefined = target.settings?.[name];
      if (own === undefined) return failed(`the workspace has no ${title}`);
      if (Object.values(own).some((value) => isSealed(String(value)))) {
        const reason = `the ${title} settings are encrypted with a key that this service does not have. Add the key to UNDERSTUDY_SEALING_KEYS, or enter the settings again`;
        return { kind: 'waiting', reason };
      }
      const { workspaceId } = announcement;
      const link = consoleUrl === null ? null : `${consoleUrl}/w/${encodeURIComponent(workspaceId)}`;
      const { url, headers, body } = requestOf(announcement, own, link);
      const sized = { 'user-agent': 'Understudy', ...headers, 'content-length': String(Buffer.byteLength(body)) };
      const { resolve } = options;
      const answer = await postWebhook({ url, headers: sized, body, timeoutMs, allowPrivateAddresses, resolve });
      return outcomeOf(answer, { who: title, timeoutMs, finalStatuses });
    },
  };
}
