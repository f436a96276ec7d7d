import Type from 'typebox';
import { addressAt, definePostedChannel } from './posted-channel.ts';
import { cut, quoted, wordingOf } from './wording.ts';

const webhookHosts = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'];
const path = /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/;
/** Discord rejects messages with more characters. */
const maxContent = 2_000;
const suppressEmbeds = 4;

/**
 * Sends notifications to the webhook of a Discord channel:
 * https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export const discord = definePostedChannel({
  title: 'Discord',
  hosts: ['discord.com', 'discordapp.com'],
  settings: Type.Object(
    {
      url: Type.String({
        format: 'uri',
        maxLength: 500,
        description: "a Discord channel's webhook; anyone who has it can post there, so the store encrypts it",
        examples: ['https://discord.com/api/webhooks/1234567890/XXXX'],
      }),
    },
    { additionalProperties: false },
  ),
  fields: [
    {
      name: 'url',
      label: 'Discord webhook address',
      hint: 'In Discord: Edit channel → Integrations → Webhooks → Copy webhook URL. Leave it empty for none.',
      placeholder: 'https://discord.com/api/webhooks/…',
      isOptional: false,
    },
  ],
  finalStatuses: {
    401: 'Discord rejected the token in the webhook address: copy the address again',
    403: 'Discord does not allow this webhook: create another one',
    404: 'Discord does not know this webhook: create another one',
  },
  addressFault(url) {
    const address = addressAt(url, webhookHosts);
    if (address !== null && path.test(address.pathname) && address.search === '' && address.hash === '') return null;
    return "must be a Discord channel's webhook, such as https://discord.com/api/webhooks/1234567890/XXXX: create one in Discord under Edit channel, Integrations";
  },
  requestOf(announcement, { url }, consoleUrl) {
    const { title, rows, message, closing } = wordingOf(announcement);
    const link = consoleUrl === null ? [] : [`<${consoleUrl}>`];
    const lines = [
      `**${escaped(title)}**`,
      ...rows.map(([label, value]) => `${label}: ${escaped(value)}`),
      ...(message === null ? [] : quoted(message, 600).map((line) => `> ${escaped(line.slice(2))}`)),
    ];
    const end = [closing, ...link].join('\n');
    return {
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: `${cut(lines.join('\n'), maxContent - end.length - 1)}\n${end}`,
        allowed_mentions: { parse: [] },
        flags: suppressEmbeds,
      }),
    };
  },
});

/** Escapes Discord's markup, so that text never creates a link, a heading or a mention. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|<>#:@[\]()-]/g, '\\$&');
}
