import type { NotificationSettings } from '../domain/notification-settings.ts';

const plainMembers: ReadonlySet<string> = new Set(['include', 'webhook', 'email']);

/**
 * Applies `change` to every string in the chat services' notification settings, because those strings are secrets.
 * `slot` names the string, such as `slack.url`. The order of members does not change. Null and undefined settings are
 * returned unchanged.
 */
export function mapChannelSecrets<Settings extends NotificationSettings | null | undefined>(
  settings: Settings,
  change: (value: string, slot: `${string}.${string}`) => string,
): Settings {
  if (settings === null || settings === undefined) return settings;
  const members = Object.entries(settings).map(([name, member]) => {
    if (plainMembers.has(name) || typeof member !== 'object' || member === null) return [name, member];
    const texts = Object.entries(member).map(([field, value]) => [
      field,
      typeof value === 'string' ? change(value, `${name}.${field}`) : value,
    ]);
    return [name, Object.fromEntries(texts)];
  });
  return Object.fromEntries(members) as Settings; // only strings change, and they stay strings
}

/** Returns the strings in the chat services' notification settings, by slot. */
export function channelSecrets(settings: NotificationSettings | null | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  mapChannelSecrets(settings, (value, slot) => {
    found.set(slot, value);
    return value;
  });
  return found;
}
