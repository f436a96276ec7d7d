import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** A request to the stub, as an OpenAI-compatible server sees it. */
export interface StubRequest {
  readonly path: string;
  readonly authorization: string;
  readonly system: string;
  readonly user: string;
  /** The name of the requested answer format. */
  readonly form: string;
  /** The message that the prompt passes as data. */
  readonly message: string;
  /** The whole body, unchanged. */
  readonly raw: string;
  /** True if the other side disconnected before an answer was written. */
  isAborted: boolean;
}

/**
 * The stub's behaviour. `answer` computes an answer from the request; most other kinds are ways in which servers fail.
 */
export type StubScript =
  | {
      readonly kind: 'answer';
      readonly afterMs?: number;
      /** The answer is sent once this has resolved. */
      readonly until?: Promise<unknown>;
      readonly with: (request: StubRequest) => object;
    }
  | { readonly kind: 'text'; readonly text: string; readonly afterMs?: number }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly location?: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'half-answer' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'not-a-completion' }
  | { readonly kind: 'huge'; readonly bytes: number; readonly isChunked?: boolean }
  | { readonly kind: 'endless' };

export interface StubModel {
  readonly baseUrl: string;
  readonly requests: readonly StubRequest[];
  /** Sets the behaviour from the next call on. Each call uses the next script, and the last script repeats. */
  behave(...scripts: readonly StubScript[]): void;
  /** Returns the largest number of requests that were in progress at the same time. */
  readonly busiest: () => number;
  close(): Promise<void>;
}

/** Returns the ids and texts of the items in a prompt, in order, without phrases. */
export function itemsIn({ system }: Pick<StubRequest, 'system'>): { id: string; text: string }[] {
  return [...system.matchAll(/^\[([^\]\n]+)\] (?!\()(.+)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text: text.replace(/ \((?:price|link|code) .*\)$/, '').replace(/^[^:.!?]{1,60}: (?=[A-Z])/, ''),
  }));
}

/** Returns a reading in which these items answer the whole message. */
export function readingOf(
  { message }: Pick<StubRequest, 'message'>,
  items: readonly string[],
  more: object = {},
): object {
  const parts = [{ text: message.slice(0, 800), items }];
  return { intent: 'content_question', risk: 'safe', courtesy: 'none', parts, topics: [], ...more };
}

/**
 * Behaves like a model that follows its instructions in every form: it reads items that share a word, confirms checks,
 * and words the items with other connecting words.
 */
export function obedient(request: StubRequest): object {
  const items = itemsIn(request);
  if (request.form === 'check') return { answers: 'fully', missing: '' };
  if (request.form === 'wording') {
    const reply = items.map(({ text }) => text.replace(/; /g, ', and ')).join(' ');
    return { reply, usedItems: items.map(({ id }) => id), risk: 'safe' };
  }
  const asked = longWords(request.message);
  const best = items
    .map(({ id, text }) => ({ id, shared: longWords(text).filter((word) => asked.includes(word)).length }))
    .sort((a, b) => b.shared - a.shared)[0];
  if (best === undefined || best.shared === 0) return readingOf(request, [], { courtesy: 'thanks' });
  return readingOf(request, [best.id]);
}

function longWords(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 4));
}

/** Starts an OpenAI-compatible server on the loopback interface with the given behaviour. */
export async function startStubModel(...scripts: readonly StubScript[]): Promise<StubModel> {
  const requests: StubRequest[] = [];
  let plan: readonly StubScript[] = scripts.length > 0 ? scripts : [{ kind: 'answer', with: obedient }];
  let at = 0;
  let inWork = 0;
  let busiest = 0;
  const server = createServer((incoming, response) => {
    inWork += 1;
    busiest = Math.max(busiest, inWork);
    response.once('close', () => {
      inWork -= 1;
    });
    // A caller may disconnect before it has sent its whole request.
    receive(incoming, response).catch(() => response.destroy());
  });

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(incoming);
    const request = readRequest(incoming, raw);
    requests.push(request);
    response.once('close', () => {
      request.isAborted = !response.writableFinished;
    });
    const script = plan[Math.min(at, plan.length - 1)];
    at += 1;
    if (script !== undefined) await perform(script, request, response).catch(() => response.destroy());
  }

  server.listen(0, '127.0.0.1', 4_096);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stub has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    behave(...next) {
      plan = next;
      at = 0;
    },
    busiest: () => busiest,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readRequest(incoming: IncomingMessage, raw: string): StubRequest {
  // The service's own client sent the body. If its form differs, the test fails.
  const body = JSON.parse(raw) as {
    messages: { role: string; content: string | { text: string }[] }[];
    response_format?: { json_schema?: { name?: string } };
  };
  const textOf = (role: string): string => {
    const content = body.messages.find((message) => message.role === role)?.content ?? '';
    return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
  };
  return {
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization ?? '',
    system: textOf('system'),
    user: textOf('user'),
    form: body.response_format?.json_schema?.name ?? '',
    message: messageIn(textOf('user')),
    raw,
    isAborted: false,
  };
}

/** Returns the message between a prompt's tags; '' if there is none. */
function messageIn(user: string): string {
  const [, json = '{}'] = /<data-[^>]*>\n(.*)\n<\/data-/s.exec(user) ?? [];
  const { message = '' } = JSON.parse(json) as { message?: string }; // the service's own client wrote it
  return message;
}

async function perform(script: StubScript, request: StubRequest, response: ServerResponse): Promise<void> {
  switch (script.kind) {
    case 'answer':
      await delay(script.afterMs ?? 0);
      await script.until;
      return complete(response, JSON.stringify(script.with(request)));
    case 'text':
      await delay(script.afterMs ?? 0);
      return complete(response, script.text);
    case 'status':
      response.writeHead(script.status, {
        'content-type': 'application/json',
        ...(script.location === undefined ? {} : { location: script.location }),
      });
      response.end(script.body ?? '{"error":{"message":"provider words that nobody should read"}}');
      return;
    case 'silent':
      return;
    case 'hang-up':
      response.destroy();
      return;
    case 'half-answer':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"id":"x","choices":[{"mess');
      await delay(20);
      response.destroy();
      return;
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>Gateway</html>');
      return;
    case 'not-a-completion':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"hello":["there"]}');
      return;
    case 'huge':
      if (script.isChunked) response.writeHead(200, { 'content-type': 'application/json' });
      else response.writeHead(200, { 'content-type': 'application/json', 'content-length': script.bytes });
      for (let left = script.bytes; left > 0 && !response.destroyed; left -= 65_536) {
        if (!response.write('x'.repeat(Math.min(left, 65_536))))
          await Promise.race([once(response, 'drain'), delay(50)]);
      }
      response.end();
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      while (!response.destroyed) {
        response.write(' ');
        await delay(5);
      }
  }
}

function complete(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'stub',
      object: 'chat.completion',
      created: 0,
      model: 'stub',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 700, completion_tokens: 60, total_tokens: 760 },
    }),
  );
}
