import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../lib/errors.ts';

export interface Posted {
  readonly outcome: string;
  /** The duration of the successful attempt, from the first byte sent to the last byte received. */
  readonly ms: number;
}

const tries = 4;
const answerMs = 15_000;

/**
 * Posts one event to the operator's receiver, signed as Standard Webhooks describes. Retries if the service is
 * unavailable or asks for a pause; an event that arrives twice counts once. @throws OperatorError
 */
export async function postEvent(
  url: string,
  secret: string,
  event: Readonly<Record<string, unknown>>,
): Promise<Posted> {
  const body = JSON.stringify({ events: [event] });
  let refusal = 'no response';
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const startedAt = performance.now();
    try {
      const headers = { 'content-type': 'application/json', ...signatureOf(body, secret, String(event['id'])) };
      const signal = AbortSignal.timeout(answerMs);
      const response = await fetch(url, { method: 'POST', body, headers, redirect: 'error', signal });
      const text = await response.text();
      if (response.status === 200) return { outcome: outcomeIn(text), ms: performance.now() - startedAt };
      refusal = `status ${response.status}`;
      if (response.status !== 429 && response.status < 500) break;
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await delay(Math.min(10, Math.max(1, seconds)) * 1_000);
    } catch {
      if (attempt < tries) await delay(500 * attempt);
    }
  }
  const { origin } = new URL(url);
  throw new OperatorError(
    `${origin} did not accept an event (${refusal}). Start the service with "npm start", or set its address with --url.`,
  );
}

function signatureOf(body: string, secret: string, id: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function outcomeIn(text: string): string {
  // The hook contract defines this response format.
  const { results } = JSON.parse(text) as { results?: { outcome: string }[] };
  return results?.[0]?.outcome ?? 'unreadable';
}
