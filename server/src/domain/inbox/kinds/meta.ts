import type { Kind, KindField, Transport } from './kind.ts';

const metaFields: readonly KindField[] = [
  {
    name: 'appSecret',
    title: 'App secret',
    help: 'The Meta app shows it, and Meta signs its requests with it. For an app with Instagram login, use the Instagram app secret.',
    as: 'secret',
    longest: 200,
    pattern: '[A-Za-z0-9]{16,200}',
    form: 'letters and digits, as the app shows it',
  },
  {
    name: 'verifyToken',
    title: 'Verify token',
    help: 'Meta sends it once, to check that the address is yours.',
    as: 'generated',
    longest: 200,
  },
];

const bind = 'Send this code from the account itself, in any conversation: {code}. It binds the account.';

function webhook(where: string, subscribe: string, ...more: readonly string[]): Transport {
  return {
    name: 'webhook',
    title: 'Meta calls Understudy, which needs no token',
    way: 'push',
    steps: [
      `In your Meta app, open ${where}. Set the callback URL to {receiverUrl} and the verify token to {verifyToken}.`,
      subscribe,
      ...more,
    ],
  };
}

export const instagram: Kind = {
  title: 'Instagram',
  summary: 'The direct messages of a professional Instagram account, through your own Meta app.',
  transports: [
    webhook(
      'Instagram, API setup with Instagram login, Configure webhooks',
      'Subscribe to messages, message_reactions and message_edit, and turn webhooks on for the account.',
      bind,
    ),
  ],
  fields: metaFields,
  binding: 'echo',
  replyWindowHours: 24,
  page: 'docs/connections/instagram.md',
};

export const messenger: Kind = {
  title: 'Messenger',
  summary: 'The messages of a Facebook Page, through your own Meta app.',
  transports: [
    webhook(
      'Messenger, Messenger API settings, Configure webhooks',
      'Subscribe the Page to messages, message_echoes, message_edits and standby.',
      bind,
    ),
  ],
  fields: metaFields,
  binding: 'echo',
  replyWindowHours: 24,
  page: 'docs/connections/messenger.md',
};

export const whatsapp: Kind = {
  title: 'WhatsApp',
  summary: 'The messages of a number on the WhatsApp Business Platform, through your own Meta app.',
  transports: [
    webhook(
      'WhatsApp, Configuration',
      'Subscribe to the fields messages and, with Coexistence, smb_message_echoes.',
      bind,
    ),
  ],
  fields: [
    ...metaFields,
    {
      name: 'phoneNumberId',
      title: 'Phone number id',
      help: 'The app shows it under API setup. Without it, a code binds the number, which needs Coexistence.',
      as: 'text',
      isOptional: true,
      longest: 30,
      pattern: '\\d{5,30}',
      form: 'digits, as the app shows it',
    },
  ],
  binding: 'echo',
  accountField: 'phoneNumberId',
  replyWindowHours: 24,
  page: 'docs/connections/whatsapp.md',
};
