import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Creates a software passkey, with one credential. It answers the service's options as a browser does. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest();
  let counter = 0;

  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }));
  const authenticatorData = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, more]);
  };

  return {
    /** Returns what `startRegistration` would return. */
    register(options: { challenge: string }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // The public key in COSE format: kty EC2, alg ES256, crv P-256, x, y.
      const cose = map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      // The flags say that the user is present and verified, and that a credential follows.
      const authData = authenticatorData(0b0100_0101, attested);
      const attestation = map([
        ['fmt', 'none'],
        ['attStmt', null],
        ['authData', authData],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },

    /** Returns what `startAuthentication` would return. */
    authenticate(options: { challenge: string }) {
      counter += 1;
      const data = clientData('webauthn.get', options.challenge);
      const authData = authenticatorData(0b0000_0101);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
  };
}

/** Null represents an empty map. */
type Value = number | string | Buffer | null;

/** Encodes a map in CBOR, as far as a credential needs it. */
function map(entries: readonly (readonly [number | string, Value])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [encode(key), encode(value)])]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return value === null ? head(5, 0) : Buffer.concat([head(2, value.length), value]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
