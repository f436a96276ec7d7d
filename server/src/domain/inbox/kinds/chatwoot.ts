import type { Kind } from './kind.ts';

export const chatwoot: Kind = {
  title: 'Chatwoot',
  summary: 'The conversations of a Chatwoot inbox, which an agent bot passes on.',
  transports: [
    {
      name: 'webhook',
      title: 'An agent bot calls Understudy',
      way: 'push',
      steps: [
        'In Chatwoot, open Settings, Bots, and add a bot with the webhook URL {receiverUrl}.',
        'Copy the secret that Chatwoot shows for the bot, and give it to Understudy.',
        'Open Settings, Inboxes, your inbox, Bot Configuration, and choose the bot.',
      ],
    },
  ],
  fields: [
    {
      name: 'webhookSecret',
      title: 'Bot secret',
      help: 'Chatwoot shows it for the bot, and signs its requests with it.',
      as: 'secret',
      longest: 500,
    },
  ],
  binding: 'secret',
  replyWindowHours: null,
  page: 'docs/connections/chatwoot.md',
};
