import type { Static, TObject } from 'typebox';
import type { Announcement } from './announcement.ts';

/** One HTTP request that delivers an announcement to the creator. */
export interface PostedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The form field for one of a channel's settings. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly isOptional: boolean;
}

/**
 * A chat service that accepts an announcement as one HTTP POST. Everything specific to the service is in its own file.
 */
export interface PostedChannel<Settings extends TObject = TObject> {
  /** The display name of the service. */
  readonly title: string;
  /**
   * The service's own hosts: a `webhook` must not lead to them or to their subdomains. Empty for a service that anyone
   * can host.
   */
  readonly hosts: readonly string[];
  /**
   * The schema of the service's settings in a workspace document. Anyone who knows the settings can post to the
   * creator's channel, so the store seals each string in them.
   */
  readonly settings: Settings;
  /** The form fields, in the order in which a form shows them. */
  readonly fields: readonly ChannelField[];
  /** HTTP statuses for which retries do not help. Each is mapped to a text that says what the creator must do. */
  readonly finalStatuses: Readonly<Record<number, string>>;
  /**
   * Checks the channel's `url` for faults that the schema cannot detect. Returns a predicate such as `must be …`, or
   * null if there is no fault.
   */
  addressFault(url: string): string | null;
  /**
   * Builds the request. `consoleUrl` opens the workspace in the console. It is null if the service does not know its
   * own address.
   */
  requestOf(announcement: Announcement, settings: Static<Settings>, consoleUrl: string | null): PostedRequest;
}

/** Returns the channel unchanged, with its settings typed by its own schema. */
export function definePostedChannel<Settings extends TObject>(
  channel: PostedChannel<Settings>,
): PostedChannel<Settings> {
  return channel;
}

/**
 * Returns the parsed address if its scheme is `https` and its host is exactly one of the given hosts, without a port or
 * credentials; otherwise null.
 */
export function addressAt(address: string, hosts: readonly string[]): URL | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return null;
  return hosts.includes(url.hostname) ? url : null;
}
