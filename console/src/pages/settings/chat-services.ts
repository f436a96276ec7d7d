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

/** The chat services that notifications reach, with the fields that each asks for. */
export const chatServices = consoleChatServices;

/** What is saved of them, by `service.field`; an empty text where nothing is. */
export function chatValuesOf(settings: NotificationSettings | null): Readonly<Record<string, string>> {
  const entries = chatServices.flatMap(({ name, fields }) => {
    const own: Readonly<Record<string, unknown>> = settings?.[name] ?? {};
    return fields.map((field) => [`${name}.${field.name}`, String(own[field.name] ?? '')]);
  });
  return Object.fromEntries(entries);
}

/** The settings that such values make: a service whose fields are all empty is left out. */
export function chatSettingsOf(values: Readonly<Record<string, string>>): Partial<NotificationSettings> {
  const members = chatServices.flatMap(({ name, fields }) => {
    const filled = fields.flatMap((field) => {
      const value = (values[`${name}.${field.name}`] ?? '').trim();
      return value === '' ? [] : [[field.name, value]];
    });
    return filled.length === 0 ? [] : [[name, Object.fromEntries(filled)]];
  });
  return Object.fromEntries(members); // the service refuses one whose required field is empty, and names it
}
