import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Every address of a host name (or the address itself). */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The time limit from the name lookup to the end of the answer. */
  readonly timeoutMs: number;
  readonly allowPrivateAddresses: boolean;
  readonly resolve?: ResolveHost;
}

export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'private_address' }
  | { readonly kind: 'timed_out' };

/**
 * Posts once and returns the status. The name is resolved once, all its addresses must be allowed, and the connection
 * uses exactly those, so that the name cannot be rebound between check and use. It follows no redirects, uses no
 * proxies, verifies TLS, and reads and discards at most 64 KiB of the answer's body.
 */
export async function postWebhook(request: WebhookRequest): Promise<WebhookAnswer> {
  const url = new URL(request.url);
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const addresses = await beforeAbort(signal, (request.resolve ?? resolveHost)(bareHost(url)));
    const isAllowed = request.allowPrivateAddresses || addresses.every(({ address }) => isPublicAddress(address));
    if (!isAllowed) return { kind: 'private_address' };
    return { kind: 'answered', status: await exchange(url, request, addresses, signal) };
  } catch (error) {
    return signal.aborted ? { kind: 'timed_out' } : { kind: 'unreachable', error };
  }
}

const maxAnswerBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;

const resolveHost: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * Only a URL puts an IPv6 address in brackets. URL has already turned octal, hex and short IPv4 forms into plain ones.
 */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function exchange(
  url: URL,
  request: WebhookRequest,
  addresses: readonly ResolvedAddress[],
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let status: number | null = null;
    const settle = (error: unknown) => (status === null ? reject(error) : resolve(status));
    const send = url.protocol === 'https:' ? https.request : http.request;
    const outgoing = send(url, {
      method: 'POST',
      headers: request.headers,
      agent: false,
      lookup: only(addresses),
      maxHeaderSize: maxHeaderBytes,
      signal,
    });
    outgoing.once('response', (answer) => {
      status = answer.statusCode ?? 0;
      let receivedBytes = 0;
      answer.on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length;
        if (receivedBytes > maxAnswerBytes) outgoing.destroy();
      });
      answer.on('error', settle);
      answer.once('close', () => settle(null));
    });
    outgoing.on('error', settle);
    outgoing.once('close', () => settle(new Error('the connection was closed without a response')));
    outgoing.end(request.body);
  });
}

/** Answers every lookup of a connection with the addresses that were checked. */
function only(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error('no address'), []);
    else if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Node cannot cancel a lookup, so one that exceeds the time is abandoned. */
function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
