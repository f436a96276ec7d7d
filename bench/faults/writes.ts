import { randomUUID } from 'node:crypto';

/** A caller's write, from its first attempt to its acknowledgement. */
export interface Write {
  readonly path: 'draft' | 'handoff';
  readonly idempotencyKey: string;
  readonly body: string;
  /** The answer that acknowledged the write; null until then. */
  answer: string | null;
}

/** The outcome of one attempt: `200`, `replay`, a status with its code, `no answer`, or `nothing within 60 s`. */
export interface Attempt {
  readonly outcome: string;
  readonly text: string;
}

const patienceMs = 60_000;

/** Creates a write with a new idempotency key. One in ten is a handoff. */
export function newWrite(index: number): Write {
  const isHandoff = index % 10 === 0;
  const fields = isHandoff
    ? { conversationId: 'conv_one', confirm: true }
    : { profileId: 'prof_one', conversationId: 'conv_one', message: `do you ship to Brazil? ${index}` };
  return {
    path: isHandoff ? 'handoff' : 'draft',
    idempotencyKey: randomUUID(),
    body: JSON.stringify(fields),
    answer: null,
  };
}

/**
 * Makes one attempt. If its answer is the first that acknowledges the write, stores the answer in the write. Never
 * throws.
 */
export async function attempt(url: string, key: string, write: Write): Promise<Attempt> {
  const made = await send(url, key, write);
  if (made.outcome === '200' || made.outcome === 'replay') write.answer ??= made.text;
  return made;
}

async function send(url: string, key: string, write: Write): Promise<Attempt> {
  try {
    const response = await fetch(`${url}/api/v1/agent/${write.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': write.idempotencyKey,
      },
      body: write.body,
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    if (response.status === 200)
      return { outcome: response.headers.get('idempotency-replayed') === 'true' ? 'replay' : '200', text };
    return { outcome: `${response.status} ${codeOf(text)}`, text };
  } catch (error) {
    const isImpatient = error instanceof Error && error.name === 'TimeoutError';
    return { outcome: isImpatient ? `nothing within ${patienceMs / 1_000} s` : 'no answer', text: '' };
  }
}

function codeOf(text: string): string {
  return /"error":"([a-z_]+)"/.exec(text)?.[1] ?? 'without a code';
}
