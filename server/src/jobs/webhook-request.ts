import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Looks up every address of a host name. If given an address, resolves to that address. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The time limit in milliseconds, from the DNS lookup to the end of the response. */
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
 * Posts once and resolves to the status. Resolves the host name once, requires that all its addresses are allowed, and
 * connects only to these addresses, so that the name cannot be rebound between check and use. Follows no redirects,
 * uses no proxies, verifies TLS, and reads and discards at most 64 KiB of the response body.
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
 * Returns a URL's host without the brackets around an IPv6 address. `URL` has already normalized octal, hex and short
 * IPv4 forms.
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

/** Returns a lookup function whose answers contain only the addresses that were checked. */
function only(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error('no address'), []);
    else if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/**
 * Resolves to the result of `work`, or rejects when the signal is aborted. Node cannot cancel a lookup, so aborted work
 * continues but its result is ignored.
 */
function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
