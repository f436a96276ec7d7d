import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freshFolder } from '../../cli/support/places.ts';
import { ownCertificate } from '../../support/own-certificate.ts';

interface PushedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A browser's subscription, with the private key that only the browser knows. */
export interface TestSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keys: ECDH;
}

/** Simulates a browser vendor's push service, over HTTPS on the loopback interface, with its own certificate. */
export async function startPushService() {
  const folder = freshFolder();
  const { key, cert: certificate } = ownCertificate('localhost');
  const certificateFile = join(folder, 'certificate.pem');
  writeFileSync(certificateFile, certificate);
  const requests: PushedRequest[] = [];
  let status = 201;
  const server = createServer({ key, cert: certificate }, async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    requests.push({ path: incoming.url ?? '', headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end();
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo; // the address of a TCP server is never a string
  const origin = `https://localhost:${port}`;
  return {
    origin,
    certificate,
    certificateFile,
    requests,
    answerWith(next: number) {
      status = next;
    },
    subscribe(): TestSubscription {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys().toString('base64url');
      const auth = randomBytes(16).toString('base64url');
      return { endpoint: `${origin}/push/${randomBytes(9).toString('base64url')}`, p256dh, auth, keys };
    },
  };
}

/** Decrypts a push message as a browser does (RFC 8291). It does not use the library that encrypts. */
export function decryptPush(body: Buffer, { p256dh, auth, keys }: TestSubscription): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender]);
  const secret = derive(keys.computeSecret(sender), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/**
 * Returns the claims by which a push service identifies the sender (RFC 8292).
 * @throws if the key did not sign them
 */
export function claimsOf(authorization: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed with another key than the browser subscribed with');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const [head, body, signature = ''] = token.split('.');
  const by = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const given = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${head}.${body}`), { key: by, dsaEncoding: 'ieee-p1363' }, given))
    throw new Error('the signature does not fit');
  return JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
}
