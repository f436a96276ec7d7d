import { createHmac, randomUUID } from 'node:crypto';

export interface HookAnswer {
  readonly status: number;
  readonly body: { ok: boolean; error?: string; results?: { id: string | null; outcome: string }[] };
  readonly headers: Headers;
}

export interface HookOptions {
  readonly secret: string;
  readonly id?: string;
  /** Seconds added to the sender's clock. */
  readonly skewSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another body to send instead of the signed one. */
  readonly tampered?: string;
}

/** Returns the headers for a body, signed according to Standard Webhooks. */
function signatureOf(body: string, { secret, id = randomUUID(), skewSeconds = 0 }: HookOptions) {
  const timestamp = String(Math.floor(Date.now() / 1_000) + skewSeconds);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Posts a signed body to a receiver. */
export async function postHook(url: string, payload: unknown, options: HookOptions): Promise<HookAnswer> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatureOf(body, options), ...options.headers },
    body: options.tampered ?? body,
  });
  // The service answers every request with its envelope.
  return { status: response.status, headers: response.headers, body: (await response.json()) as HookAnswer['body'] };
}
