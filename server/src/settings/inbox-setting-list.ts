import { define } from './define-setting.ts';
import { urlOf, wholeNumber, yesOrNo } from './setting.ts';

/** The addresses at which the service polls for messages of connected inboxes. */
export const inboxSettingList = {
  telegramApiUrl: define(
    'UNDERSTUDY_TELEGRAM_API_URL',
    'telegramApiUrl',
    urlOf(['https', 'http'], false),
    'https://api.telegram.org',
    'Where the Bot API of Telegram is: another address for a Bot API server of your own.',
  ),
  allowPrivateMailServers: define(
    'UNDERSTUDY_ALLOW_PRIVATE_MAIL_SERVERS',
    'allowPrivateMailServers',
    yesOrNo(),
    false,
    'Lets connected mailboxes lie at loopback and private addresses.',
  ),
  mailLookSeconds: define(
    'UNDERSTUDY_MAIL_LOOK_SECONDS',
    'mailLookSeconds',
    wholeNumber(1, 600, 'seconds'),
    60,
    'How often the folder of sent mail is looked at while a connected mailbox is quiet. New mail in the inbox is seen at once.',
  ),
};
