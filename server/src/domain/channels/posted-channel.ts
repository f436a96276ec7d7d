import type { Static, TObject } from 'typebox';
import type { Announcement } from './announcement.ts';

/** One HTTP request that delivers an announcement to the creator. */
export interface PostedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The form field for a setting of a channel. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly isOptional: boolean;
}

/** A chat service that accepts an announcement as one HTTP POST. Everything specific to it is in its own file. */
export interface PostedChannel<Settings extends TObject = TObject> {
  /** The service's name, as people write it. */
  readonly title: string;
  /**
   * Its settings in a workspace's document. They allow anyone to post there, so the store seals each string in them.
   */
  readonly settings: Settings;
  /** In the order in which a form shows them. */
  readonly fields: readonly ChannelField[];
  /** Statuses after which no retry helps, with the action for the creator. */
  readonly finalStatuses: Readonly<Record<number, string>>;
  /** The fault of its `url` beyond the schema, as a predicate such as `must be …`; null if there is none. */
  addressFault(url: string): string | null;
  /** `consoleUrl` opens the workspace in the console; null if the service does not know its own address. */
  requestOf(announcement: Announcement, settings: Static<Settings>, consoleUrl: string | null): PostedRequest;
}

/** Adds the types of its own schema to a channel. */
export function definePostedChannel<Settings extends TObject>(
  channel: PostedChannel<Settings>,
): PostedChannel<Settings> {
  return channel;
}

/** The address if it is `https` at exactly one of the hosts, without port and credentials; otherwise null. */
export function addressAt(address: string, hosts: readonly string[]): URL | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return null;
  return hosts.includes(url.hostname) ? url : null;
}
