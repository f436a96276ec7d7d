import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface OwnCertificate {
  /** The private key, as PEM. */
  readonly key: string;
  /** The certificate, as PEM. */
  readonly cert: string;
}

/**
 * Creates a self-signed certificate for a host on the loopback interface (RFC 5280), valid for two days. It does not
 * use `openssl`, which a machine may not have.
 */
export function ownCertificate(host: 'localhost' | '127.0.0.1'): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(commonName, text(0x0c, host))));
  const alternative = host === 'localhost' ? text(0x82, host) : value(0x87, Buffer.from([127, 0, 0, 1]));
  const extensions = sequence(
    sequence(alternativeName, value(0x04, sequence(alternative))),
    sequence(basicConstraints, isTrue, value(0x04, sequence(isTrue))),
  );
  const toSign = sequence(
    value(0xa0, value(0x02, Buffer.from([2]))),
    // The first byte makes the serial number positive.
    value(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sequence(ecdsaWithSha256),
    name,
    sequence(time(-3_600_000), time(2 * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, extensions),
  );
  const signature = sign('sha256', toSign, privateKey);
  const der = sequence(toSign, sequence(ecdsaWithSha256), value(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = (der.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

const commonName = Buffer.from('0603550403', 'hex');
const alternativeName = Buffer.from('0603551d11', 'hex');
const basicConstraints = Buffer.from('0603551d13', 'hex');
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex');
const isTrue = Buffer.from('0101ff', 'hex');

/** Encodes a value in DER, after its tag and its length. */
function value(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return value(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return value(0x31, part);
}

function text(tag: number, content: string): Buffer {
  return value(tag, Buffer.from(content));
}

function time(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replace(/\D/g, '');
  return text(0x17, `${digits.slice(2, 14)}Z`);
}
