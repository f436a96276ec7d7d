import type { Static, TObject } from 'typebox';
import type { Announcement } from './announcement.ts';

/** One HTTP request that puts an announcement before the creator. */
export interface PostedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a field of a channel's settings is asked for in a form. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly isOptional: boolean;
}

/** A chat service that takes an announcement as one HTTP POST. Everything that the product knows of it stands in its own file. */
export interface PostedChannel<Settings extends TObject = TObject> {
  /** The service's name, as people write it. */
  readonly title: string;
  /** What a workspace's document holds of it. Its texts let whoever has them post there, so the store keeps each of them sealed. */
  readonly settings: Settings;
  /** In the order in which a form shows them. */
  readonly fields: readonly ChannelField[];
  /** Statuses after which no further attempt helps, with what the creator should do. */
  readonly finalStatuses: Readonly<Record<number, string>>;
  /** What is wrong with its `url` beyond the schema, as a predicate such as `must be …`. Null: nothing. */
  addressFault(url: string): string | null;
  /** `consoleUrl` opens the workspace in the console; null where the service does not know its own address. */
  requestOf(announcement: Announcement, settings: Static<Settings>, consoleUrl: string | null): PostedRequest;
}

/** Gives a channel the types of its own schema. */
export function definePostedChannel<Settings extends TObject>(
  channel: PostedChannel<Settings>,
): PostedChannel<Settings> {
  return channel;
}

/** The address when it is `https` at exactly one of the hosts, with no port and no credentials; else null. */
export function addressAt(address: string, hosts: readonly string[]): URL | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return null;
  return hosts.includes(url.hostname) ? url : null;
}
