import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const now = () => Math.floor(Date.now() / 1_000);
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const metaSecret = 'f00dfeedf00dfeedf00dfeedf00dfeed';
const botSecret = 'a-secret-of-the-bot';
const mailgunKey = 'key-0123456789abcdef';

export interface SignedCall {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PushKind {
  readonly kind: string;
  readonly fields?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
  /** Returns the provider's call with a fan's message, signed with the correct secret, or with `wrong` if given. */
  fromFan(text: string, made: Made, wrong?: string): SignedCall;
  /**
   * Returns the call for a message that the creator sent from the account; null if the provider does not report those.
   */
  fromCreator: ((text: string, made: Made) => SignedCall) | null;
}

export interface Made {
  readonly secrets: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };
const id = () => randomBytes(8).toString('hex');

// https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads
function metaCall(payload: object, secret = metaSecret): SignedCall {
  const body = JSON.stringify(payload);
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return { body, headers: { ...json, 'x-hub-signature-256': signature } };
}

// https://developers.facebook.com/docs/instagram-platform/webhooks/examples and .../messenger-platform/reference/webhook-events/messages
function messaging(object: string): Pick<PushKind, 'fromFan' | 'fromCreator'> {
  const entry = (item: object) => ({
    object,
    entry: [{ id: '1700', time: now(), messaging: [{ timestamp: Date.now(), ...item }] }],
  });
  return {
    fromFan: (text, _, wrong) =>
      metaCall(entry({ sender: { id: '77' }, recipient: { id: '1700' }, message: { mid: `m_${id()}`, text } }), wrong),
    fromCreator: (text) =>
      metaCall(
        entry({ sender: { id: '1700' }, recipient: { id: '77' }, message: { mid: `m_${id()}`, text, is_echo: true } }),
      ),
  };
}

// https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples
function whatsapp(field: string, value: object): object {
  const metadata = { display_phone_number: '15550001', phone_number_id: '1065550001' };
  const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] };
}

// https://www.chatwoot.com/hc/user-guide/articles/1677693021-how-to-use-webhooks
function chatwootCall(message: object, secret = botSecret): SignedCall {
  const base = {
    event: 'message_created',
    id: Number.parseInt(id().slice(0, 8), 16),
    created_at: now(),
    private: false,
  };
  const body = JSON.stringify({
    ...base,
    content_type: 'text',
    conversation: { id: 12 },
    account: { id: 1 },
    ...message,
  });
  const timestamp = String(now());
  const signature = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  return { body, headers: { ...json, 'x-chatwoot-timestamp': timestamp, 'x-chatwoot-signature': signature } };
}

function form(fields: Readonly<Record<string, string>>): { body: string; headers: Readonly<Record<string, string>> } {
  const boundary = `b${id()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const mailHeaders = () =>
  `From: Maya <maya@example.com>\r\nTo: aurora@example.org\r\nMessage-ID: <${id()}@example.com>\r\nDate: ${new Date().toUTCString()}`;

export const pushKinds: Readonly<Record<string, PushKind>> = {
  instagram: { kind: 'instagram', secrets: { appSecret: metaSecret }, ...messaging('instagram') },
  messenger: { kind: 'messenger', secrets: { appSecret: metaSecret }, ...messaging('page') },
  whatsapp: {
    kind: 'whatsapp',
    secrets: { appSecret: metaSecret },
    fromFan: (text, _, wrong) =>
      metaCall(
        whatsapp('messages', {
          contacts: [{ profile: { name: 'Maya' }, wa_id: '4477' }],
          messages: [
            { from: '4477', id: `wamid.${id()}`, timestamp: String(now()), type: 'text', text: { body: text } },
          ],
        }),
        wrong,
      ),
    fromCreator: (text) =>
      metaCall(
        whatsapp('smb_message_echoes', {
          message_echoes: [
            {
              from: '15550001',
              to: '4477',
              id: `wamid.${id()}`,
              timestamp: String(now()),
              type: 'text',
              text: { body: text },
            },
          ],
        }),
      ),
  },
  chatwoot: {
    kind: 'chatwoot',
    secrets: { webhookSecret: botSecret },
    fromFan: (content, _, wrong) =>
      chatwootCall({ content, message_type: 'incoming', sender: { id: 9, name: 'Maya', type: 'contact' } }, wrong),
    fromCreator: (content) => chatwootCall({ content, message_type: 'outgoing', sender: null }),
  },
  postmark: {
    kind: 'email',
    fields: ['--transport=postmark', '--set=address=aurora@example.org'],
    fromFan: (text, made, wrong) => ({
      body: JSON.stringify({
        FromFull: { Email: 'maya@example.com', Name: 'Maya' },
        MessageID: id(),
        Subject: 'Hello',
        TextBody: text,
        Headers: [{ Name: 'Message-ID', Value: `<${id()}@example.com>` }],
      }),
      headers: {
        ...json,
        authorization: `Basic ${Buffer.from(`understudy:${wrong ?? made.secrets['webhookPassword']}`).toString('base64')}`,
      },
    }),
    fromCreator: null,
  },
  sendgrid: {
    kind: 'email',
    fields: ['--transport=sendgrid', '--set=address=aurora@example.org', `--set=publicKey=${publicKey}`],
    fromFan: (text, _, wrong) => {
      const { body, headers } = form({ headers: mailHeaders(), subject: 'Hello', text });
      const timestamp = String(now());
      const other =
        wrong === undefined ? keys.privateKey : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const signature = sign('sha256', Buffer.from(timestamp + body), other).toString('base64');
      return {
        body,
        headers: {
          ...headers,
          'x-twilio-email-event-webhook-timestamp': timestamp,
          'x-twilio-email-event-webhook-signature': signature,
        },
      };
    },
    fromCreator: null,
  },
  mailgun: {
    kind: 'email',
    fields: ['--transport=mailgun', '--set=address=aurora@example.org'],
    secrets: { signingKey: mailgunKey },
    fromFan: (text, _, wrong = mailgunKey) => {
      const timestamp = String(now());
      const token = id() + id();
      const signature = createHmac('sha256', wrong)
        .update(timestamp + token)
        .digest('hex');
      const headers = JSON.stringify(
        mailHeaders()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      return form({
        timestamp,
        token,
        signature,
        'message-headers': headers,
        'body-plain': text,
        'stripped-text': text,
      });
    },
    fromCreator: null,
  },
};
