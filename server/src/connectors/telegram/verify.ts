import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import { type Delivery, headerOf, jsonOf, type PushConnector, type ReceiverView } from '../connector.ts';
import { readUpdates } from './read.ts';

/**
 * Verifies and reads Telegram's calls, which contain the secret token from `setWebhook`.
 * https://core.telegram.org/bots/api#setwebhook
 */
export const telegramPush: PushConnector = {
  isVerified(delivery: Delivery, receiver: ReceiverView): boolean {
    const given = headerOf(delivery, 'x-telegram-bot-api-secret-token');
    return given !== null && receiver.secrets('secretToken').some((secret) => areEqualSecrets(given, secret));
  },
  read: ({ body, nowMs }, { memory }) => readUpdates([jsonOf(body)], memory, nowMs),
};
