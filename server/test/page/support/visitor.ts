import { pbkdf2Sync } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests verify its form
  readonly body: any;
}

/** Sends a visitor's request and returns the complete answer. Redirects are not followed. */
export async function visit(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

export interface Challenge {
  readonly parameters: {
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly expiresAt: number;
  };
  readonly signature: string;
}

/** Computes the proof that a browser computes. It is implemented from the contract alone. */
function solve({ parameters }: Challenge): { counter: number; derivedKey: string } {
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
  for (let counter = 0; counter < 1_000; counter += 1) {
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
    password.writeUInt32BE(counter, password.length - 4);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
  throw new Error('no counter below 1000 fits');
}

export function proofOf(challenge: Challenge): string {
  return Buffer.from(JSON.stringify({ challenge, solution: solve(challenge) })).toString('base64');
}

/** Fetches a challenge of a Page and solves it. */
export async function prove(page: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await visit(`${page}/challenge`, { headers });
  return proofOf(body);
}

export function post(page: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return visit(`${page}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Asks a question as the Page's script does, with a new proof each time. */
export async function ask(
  page: string,
  question: string,
  { contact, headers = {} }: { contact?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const proof = await prove(page, headers);
  return post(page, { question, proof, ...(contact !== undefined && { contact }) }, headers);
}

/** Posts the form as a browser without scripts does. */
export function submit(
  page: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return visit(`${page}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

export function ticketIn({ text }: Answer): string {
  return /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
}
