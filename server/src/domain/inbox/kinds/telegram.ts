import type { Kind } from './kind.ts';

const connectSteps = [
  "In Telegram, open @BotFather, create a bot with /newbot, and turn on Secretary Mode (formerly Business Mode) in the bot's settings.",
] as const;
const bindSteps = [
  'In Telegram, open your own profile, then Settings, Telegram Business, Chatbots (or Chat Automation). Add the bot, choose its chats, and turn "Reply to messages" off.',
  'Send this code from your own account in one of the chosen chats: {code}. It binds your account; you may delete the message afterwards.',
] as const;

export const telegram: Kind = {
  title: 'Telegram',
  summary: "The private chats of a creator's own Telegram account, through a bot that may only read.",
  transports: [
    {
      name: 'poll',
      title: 'Understudy polls Telegram; works behind any router',
      way: 'pull',
      steps: [...connectSteps, "Give Understudy the bot's token. The bot needs no server.", ...bindSteps],
    },
    {
      name: 'push',
      title: 'Telegram calls Understudy, which needs no token',
      way: 'push',
      steps: [
        ...connectSteps,
        `Run this yourself, with the bot's token in place of TOKEN: curl "https://api.telegram.org/botTOKEN/setWebhook" --data-urlencode "url={receiverUrl}" --data-urlencode "secret_token={secretToken}" --data-urlencode 'allowed_updates=["business_connection","business_message","edited_business_message","deleted_business_messages"]'`,
        ...bindSteps,
      ],
    },
  ],
  fields: [
    {
      name: 'botToken',
      title: 'Bot token',
      help: '@BotFather shows it when it creates the bot.',
      as: 'secret',
      longest: 100,
      pattern: '\\d{1,20}:[A-Za-z0-9_-]{20,80}',
      form: 'a number, a colon and letters, as @BotFather shows it',
      transports: ['poll'],
    },
    {
      name: 'secretToken',
      title: 'Secret token',
      help: 'Telegram sends it with every call.',
      as: 'generated',
      longest: 256,
      transports: ['push'],
    },
  ],
  binding: 'echo',
  replyWindowHours: 24,
  page: 'docs/connections/telegram.md',
};
