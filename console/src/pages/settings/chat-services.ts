import type { PostedChannelName } from '../../../../server/src/domain/channels/channel-list.ts';
import type { ChannelField } from '../../../../server/src/domain/channels/posted-channel.ts';
import type { NotificationSettings } from '../../../../server/src/domain/notification-settings.ts';

interface ChatService {
  readonly name: PostedChannelName;
  readonly title: string;
  readonly fields: readonly ChannelField[];
}

/** Filled in by the build, from the service's list of channels. */
declare const consoleChatServices: readonly ChatService[];

/** The chat services that notifications can be sent to, with the fields of each. */
export const chatServices = consoleChatServices;

/** Returns the saved values by `service.field`. A field without a value is ''. */
export function chatValuesOf(settings: NotificationSettings | null): Readonly<Record<string, string>> {
  const entries = chatServices.flatMap(({ name, fields }) => {
    const own: Readonly<Record<string, unknown>> = settings?.[name] ?? {};
    return fields.map((field) => [`${name}.${field.name}`, String(own[field.name] ?? '')]);
  });
  return Object.fromEntries(entries);
}

/** Builds the settings from the fields' values. Omits a service whose fields are all empty. */
export function chatSettingsOf(values: Readonly<Record<string, string>>): Partial<NotificationSettings> {
  const members = chatServices.flatMap(({ name, fields }) => {
    const filled = fields.flatMap((field) => {
      const value = (values[`${name}.${field.name}`] ?? '').trim();
      return value === '' ? [] : [[field.name, value]];
    });
    return filled.length === 0 ? [] : [[name, Object.fromEntries(filled)]];
  });
  return Object.fromEntries(members); // The service rejects an empty required field and names it.
}
