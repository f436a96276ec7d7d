import type { Kind } from './kind.ts';

const hostForm = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?';
const addressForm = '[^\\s,@<>]{1,64}@[^\\s,@<>]{1,190}';

export const email: Kind = {
  title: 'Email',
  summary: 'A mailbox, read over IMAP without changing anything in it, or mail that a mail service forwards.',
  transports: [
    {
      name: 'imap',
      title: 'Understudy reads a mailbox over IMAP; works behind any router',
      way: 'pull',
      steps: [
        'Create an app password for the mailbox at your mail provider. Understudy only needs permission to read.',
        'Give Understudy the host, the user, the app password and the address: {address}.',
        'Send an email to {address} from another mailbox. It appears in Understudy within a minute.',
      ],
    },
    {
      name: 'postmark',
      title: 'Postmark forwards incoming mail',
      way: 'push',
      steps: [
        'In Postmark, open your server, its inbound stream, and Settings.',
        'Set the webhook to {receiverUrl}, and insert understudy:{webhookPassword}@ after its https://.',
        'Forward the mail of {address} to the inbound address that Postmark shows.',
      ],
    },
    {
      name: 'sendgrid',
      title: 'SendGrid forwards incoming mail',
      way: 'push',
      steps: [
        'In SendGrid, open Settings, Inbound Parse. Add the host of {address} with the destination {receiverUrl}, and leave "POST the raw, full MIME message" off.',
        'Create a signed security policy for inbound parse, and give Understudy its public key.',
      ],
    },
    {
      name: 'mailgun',
      title: 'Mailgun forwards incoming mail',
      way: 'push',
      steps: [
        'In Mailgun, open Receiving, and create a route that matches the recipient {address}, with the action forward to {receiverUrl}.',
        'Give Understudy the HTTP webhook signing key, which you find under Settings, API security.',
      ],
    },
  ],
  fields: [
    {
      name: 'address',
      title: 'Your own addresses',
      help: 'The addresses of the mailbox, separated by commas. Mail from these addresses counts as yours.',
      as: 'text',
      longest: 1_000,
      pattern: `${addressForm}(?:\\s*,\\s*${addressForm}){0,19}`,
      form: 'up to 20 addresses, separated by commas',
    },
    {
      name: 'host',
      title: 'IMAP server',
      help: 'Such as imap.example.com.',
      as: 'text',
      longest: 253,
      pattern: hostForm,
      form: 'a host name',
      transports: ['imap'],
    },
    {
      name: 'port',
      title: 'Port',
      help: '993 (the default) for TLS. Any other port must also use TLS from the start.',
      as: 'text',
      isOptional: true,
      longest: 5,
      pattern: '[1-9]\\d{0,4}',
      form: 'a port number',
      transports: ['imap'],
    },
    { name: 'user', title: 'User', help: 'Usually the email address.', as: 'text', longest: 254, transports: ['imap'] },
    {
      name: 'sentFolder',
      title: 'Sent mail folder',
      help: 'The default is the folder that the server marks as sent.',
      as: 'text',
      isOptional: true,
      longest: 200,
      transports: ['imap'],
    },
    {
      name: 'password',
      title: 'App password',
      help: 'Create it at the mail provider for this purpose only.',
      as: 'secret',
      longest: 500,
      transports: ['imap'],
    },
    {
      name: 'webhookPassword',
      title: 'Webhook password',
      help: 'Postmark sends it with every call.',
      as: 'generated',
      longest: 200,
      transports: ['postmark'],
    },
    {
      name: 'publicKey',
      title: 'Public key',
      help: 'SendGrid shows it for the security policy.',
      as: 'text',
      longest: 1_000,
      pattern: '[A-Za-z0-9+/=]{80,1000}',
      form: 'base64, as SendGrid shows it',
      transports: ['sendgrid'],
    },
    {
      name: 'signingKey',
      title: 'Webhook signing key',
      help: 'Mailgun shows it under API security.',
      as: 'secret',
      longest: 200,
      transports: ['mailgun'],
    },
  ],
  binding: 'secret',
  replyWindowHours: null,
  page: 'docs/connections/email.md',
};
