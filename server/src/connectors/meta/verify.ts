import { createHmac } from 'node:crypto';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import { headerOf, jsonOf, type PushConnector, type Reading } from '../connector.ts';
import { readMessaging } from './read-messaging.ts';
import { readWhatsapp } from './read-whatsapp.ts';

/**
 * Creates a connector for Meta, which signs the body with the app's secret.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
function metaConnector(read: (payload: unknown) => Reading): PushConnector {
  return {
    isVerified(delivery, receiver) {
      const given = headerOf(delivery, 'x-hub-signature-256') ?? '';
      if (!/^sha256=[0-9a-f]{64}$/.test(given)) return false;
      return receiver.secrets('appSecret').some((secret) => {
        const wanted = createHmac('sha256', secret).update(delivery.body).digest('hex');
        return areEqualSecrets(given, `sha256=${wanted}`);
      });
    },
    read: ({ body }) => read(jsonOf(body)),
    challenge(query, receiver) {
      const token = query['hub.verify_token'];
      const challenge = query['hub.challenge'];
      if (query['hub.mode'] !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null;
      // The echoed value contains only letters and digits, so that nobody can make the service return a page of their
      // own.
      if (!/^[A-Za-z0-9]{1,64}$/.test(challenge)) return null;
      return receiver.secrets('verifyToken').some((secret) => areEqualSecrets(token, secret)) ? challenge : null;
    },
  };
}

export const instagram = metaConnector((payload) => readMessaging(payload, 'instagram'));
export const messenger = metaConnector((payload) => readMessaging(payload, 'page'));
export const whatsapp = metaConnector(readWhatsapp);
