import { createHmac } from 'node:crypto';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import { headerOf, jsonOf, type PushConnector } from '../connector.ts';
import { readChatwoot } from './read.ts';

const toleranceMs = 300_000;

/**
 * Verifies and reads Chatwoot's calls. Chatwoot signs the timestamp and the body.
 * https://developers.chatwoot.com/contributing-guide/webhooks and chatwoot/chatwoot#13573
 */
export const chatwoot: PushConnector = {
  isVerified(delivery, receiver) {
    const timestamp = headerOf(delivery, 'x-chatwoot-timestamp') ?? '';
    const given = headerOf(delivery, 'x-chatwoot-signature') ?? '';
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(delivery.nowMs - Number(timestamp) * 1_000) > toleranceMs)
      return false;
    return receiver.secrets('webhookSecret').some((secret) => {
      const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(delivery.body).digest('hex');
      return areEqualSecrets(given, `sha256=${wanted}`);
    });
  },
  read: (delivery) => readChatwoot(jsonOf(delivery.body), headerOf(delivery, 'x-chatwoot-delivery'), delivery.nowMs),
};
