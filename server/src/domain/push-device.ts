import Type, { type Static } from 'typebox';

/** What a browser's push service returns: the address to post to, and the encryption keys. */
export const PushSubscription = Type.Object(
  {
    endpoint: Type.String({ format: 'uri', pattern: '^https://[^/?#\\s@]+/', maxLength: 1_000 }),
    p256dh: Type.String({ pattern: '^[\\w-]{87}=?$', maxLength: 88, description: 'a P-256 point, in base64url' }),
    auth: Type.String({ pattern: '^[\\w-]{22}(==)?$', maxLength: 24, description: '16 bytes, in base64url' }),
  },
  { additionalProperties: false },
);

/** The key pair that proves to a push service that this service sent a notification (RFC 8292), in base64url. */
export const PushKeys = Type.Object(
  {
    publicKey: Type.String({ pattern: '^[\\w-]{87}$' }),
    privateKey: Type.String({ pattern: '^[\\w-]{43}$' }),
  },
  { additionalProperties: false },
);

/**
 * A browser that receives push notifications. Each browser has its own key pair, so that push services cannot link
 * them.
 */
export type PushDevice = Static<typeof PushSubscription> & Static<typeof PushKeys>;
