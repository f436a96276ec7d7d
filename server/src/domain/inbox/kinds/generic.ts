import type { Kind } from './kind.ts';

export const generic: Kind = {
  title: 'Any program',
  summary: 'Any program that posts JSON: n8n, Make, Zapier, or your own script.',
  transports: [
    {
      name: 'webhook',
      title: 'Signed webhook',
      way: 'push',
      steps: [
        'Copy the address {receiverUrl} and the secret {secret} into the program that delivers messages.',
        'Set up the program to post every message that a fan writes as `message.received`, signed as Standard Webhooks describes.',
        "Set up the program to post the creator's own messages as `message.sent`, so that drafts give way when the creator answers.",
      ],
    },
  ],
  fields: [
    {
      name: 'secret',
      title: 'Signing secret',
      help: 'The program signs its requests with this secret.',
      as: 'generated',
      longest: 200,
    },
  ],
  binding: 'secret',
  replyWindowHours: null,
  page: 'docs/connections/README.md',
};
