import { createHmac, createPublicKey, verify } from 'node:crypto';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import { headerOf, type PushConnector } from '../connector.ts';
import { mailReader } from './mail-reader.ts';
import { mailgunFields } from './mailgun-fields.ts';
import type { MailServiceName } from './read-call.ts';

/** How long an email service repeats an unanswered call. A repeated call may have its old signature. */
const repeatedForMs = 72 * 3_600_000;
const aheadMs = 300_000;

/**
 * Postmark signs nothing; it sends the password that its webhook URL contains.
 * https://postmarkapp.com/developer/webhooks/inbound-webhook
 */
const postmark: PushConnector = {
  isVerified(delivery, receiver) {
    const [, given] = /^Basic ([A-Za-z0-9+/=]{1,500})$/.exec(headerOf(delivery, 'authorization') ?? '') ?? [];
    if (given === undefined) return false;
    const text = Buffer.from(given, 'base64').toString('utf8');
    return receiver.secrets('webhookPassword').some((secret) => areEqualSecrets(text, `understudy:${secret}`));
  },
  read: readerOf('postmark'),
};

/**
 * SendGrid signs the timestamp and the body with ECDSA.
 * https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/securing-your-parse-webhooks
 */
const sendgrid: PushConnector = {
  isVerified(delivery, { fields }) {
    const timestamp = headerOf(delivery, 'x-twilio-email-event-webhook-timestamp') ?? '';
    const signature = headerOf(delivery, 'x-twilio-email-event-webhook-signature') ?? '';
    if (!isRecent(timestamp, delivery.nowMs) || !/^[A-Za-z0-9+/=]{20,500}$/.test(signature)) return false;
    try {
      const der = Buffer.from(fields['publicKey'] ?? '', 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const signed = Buffer.concat([Buffer.from(timestamp), delivery.body]);
      return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
    } catch {
      return false;
    }
  },
  read: readerOf('sendgrid'),
};

/**
 * Mailgun signs the timestamp and a token, but not the body. A token is valid for one email. The store enforces this
 * through unique event ids. https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
const mailgun: PushConnector = {
  isVerified(delivery, receiver) {
    const fields = mailgunFields(delivery);
    const [timestamp = '', token = '', given = ''] = ['timestamp', 'token', 'signature'].map((name) =>
      fields.get(name),
    );
    if (!isRecent(timestamp, delivery.nowMs) || token === '' || !/^[0-9a-f]{64}$/.test(given)) return false;
    return receiver.secrets('signingKey').some((key) =>
      areEqualSecrets(
        given,
        createHmac('sha256', key)
          .update(timestamp + token)
          .digest('hex'),
      ),
    );
  },
  read: readerOf('mailgun'),
};

const services: Readonly<Record<string, PushConnector>> = { postmark, sendgrid, mailgun } satisfies Record<
  MailServiceName,
  PushConnector
>;

/** Returns the connector for a receiver's transport; null if there is none. */
export function mailService(transport: string): PushConnector | null {
  return services[transport] ?? null;
}

function isRecent(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = nowMs - Number(timestamp) * 1_000;
  return age <= repeatedForMs && age >= -aheadMs;
}

/** Returns a reader that reads calls in the email thread, where a slow call delays no request. */
function readerOf(service: MailServiceName): PushConnector['read'] {
  return (delivery, { fields, memory }) => mailReader.readCall({ service, delivery, receiver: { fields, memory } });
}
