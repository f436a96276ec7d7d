import { define } from './define-setting.ts';
import { urlOf, wholeNumber, yesOrNo } from './setting.ts';

/** The settings of connected inboxes: where and how often the service polls for messages. */
export const inboxSettingList = {
  telegramApiUrl: define(
    'UNDERSTUDY_TELEGRAM_API_URL',
    'telegramApiUrl',
    urlOf(['https', 'http'], false),
    'https://api.telegram.org',
    'The address of the Telegram Bot API. Change it if you run your own Bot API server.',
  ),
  allowPrivateMailServers: define(
    'UNDERSTUDY_ALLOW_PRIVATE_MAIL_SERVERS',
    'allowPrivateMailServers',
    yesOrNo(),
    false,
    'Allows connected mailboxes at loopback and private addresses.',
  ),
  mailLookSeconds: define(
    'UNDERSTUDY_MAIL_LOOK_SECONDS',
    'mailLookSeconds',
    wholeNumber(1, 600, 'seconds'),
    60,
    "How often the service checks a connected mailbox's sent folder while the mailbox is quiet. It notices new mail in the inbox immediately.",
  ),
};
