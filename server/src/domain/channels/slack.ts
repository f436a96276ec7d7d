import Type from 'typebox';
import { addressAt, definePostedChannel } from './posted-channel.ts';
import { quoted, wordingOf } from './wording.ts';

const webhookHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];

/**
 * Sends notifications to a Slack incoming webhook:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export const slack = definePostedChannel({
  title: 'Slack',
  hosts: ['slack.com', 'slack-gov.com'],
  settings: Type.Object(
    {
      url: Type.String({
        format: 'uri',
        maxLength: 500,
        description: 'a Slack incoming webhook; anyone who has it can post to its channel, so the store encrypts it',
        examples: ['https://hooks.slack.com/services/T0000/B0000/XXXX'],
      }),
    },
    { additionalProperties: false },
  ),
  fields: [
    {
      name: 'url',
      label: 'Slack webhook address',
      hint: 'In Slack: Apps → Incoming Webhooks → Add to a channel. Leave it empty for none.',
      placeholder: 'https://hooks.slack.com/services/…',
      isOptional: false,
    },
  ],
  finalStatuses: {
    403: 'the Slack workspace does not allow this webhook: create another one',
    404: 'Slack does not know this webhook: create another one',
    410: 'the channel in Slack is archived: choose another channel',
  },
  addressFault: (url) =>
    addressAt(url, webhookHosts)?.pathname.startsWith('/services/')
      ? null
      : 'must be a Slack incoming webhook, such as https://hooks.slack.com/services/T0000/B0000/XXXX: create one in Slack under Apps, Incoming Webhooks',
  requestOf(announcement, { url }, consoleUrl) {
    const { title, rows, message, closing } = wordingOf(announcement);
    const lines = [
      `*${escaped(title)}*`,
      ...rows.map(([label, value]) => `${label}: ${escaped(value)}`),
      ...(message === null ? [] : quoted(message, 1_500).map((line) => `>${escaped(line.slice(1))}`)),
      closing,
      ...(consoleUrl === null ? [] : [`<${escaped(consoleUrl)}|Open Understudy>`]),
    ];
    return {
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: lines.join('\n'), unfurl_links: false, unfurl_media: false }),
    };
  },
});

/** Escapes Slack's three control characters, so that text never creates a link or mentions anyone. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
