import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeTelegram {
  /** The address of the Bot API. A path below it names the reader, so that several readers can be distinguished. */
  readonly url: string;
  /** Every call, such as `GET getMe`. */
  readonly calls: string[];
  /** Calls that are not listed read calls, and calls that arrived while another one was open. */
  readonly violations: string[];
  /** Queues updates for the next `getUpdates`. Updates without a number get a new one. */
  deliver(...updates: object[]): void;
  webhookUrl: string;
  isTokenRefused: boolean;
  /** Offsets that were acknowledged. */
  readonly offsets: number[];
  /** When each reader last asked for updates, by the path that names it, in the time of `performance.now()`. */
  readonly polledAt: Map<string, number>;
  stop(): Promise<void>;
}

export const botToken = '123456:AAHtest_token-of-a-bot-that-is-not-there';
const readCalls = ['getMe', 'getWebhookInfo', 'getUpdates'];

/**
 * Simulates the Bot API. It knows only the read calls, and records every other call. https://core.telegram.org/bots/api
 */
export async function startFakeTelegram(): Promise<FakeTelegram> {
  const queue: { update_id: number }[] = [];
  let next = 1_000;
  let open = 0;
  const fake: FakeTelegram = {
    url: '',
    calls: [],
    violations: [],
    offsets: [],
    polledAt: new Map(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    webhookUrl: '',
    isTokenRefused: false,
    deliver(...updates) {
      for (const update of updates) {
        queue.push({ update_id: next, ...update });
        next += 1;
      }
    },
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const [, reader = '', token, call = ''] = /^(\/\w+)?\/bot([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    fake.calls.push(`${request.method} ${call}`);
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: status === 200, ...body }));
    };
    if (request.method !== 'GET' || !readCalls.includes(call)) {
      fake.violations.push(`${request.method} ${call}`);
      return answer(405, { description: 'not a read call' });
    }
    if (fake.isTokenRefused || token !== botToken) return answer(401, { description: 'Unauthorized' });
    if (call === 'getMe') return answer(200, { result: { id: 123456, is_bot: true } });
    if (call === 'getWebhookInfo') return answer(200, { result: { url: fake.webhookUrl } });
    if (fake.webhookUrl !== '') return answer(409, { description: 'Conflict: a webhook is active' });
    if (open > 0) {
      fake.violations.push('two readers at once');
      return answer(409, { description: 'Conflict: terminated by other getUpdates request' });
    }
    open += 1;
    fake.polledAt.set(reader, performance.now());
    response.once('close', () => {
      open -= 1;
    });
    const offset = Number(url.searchParams.get('offset') ?? 0);
    fake.offsets.push(offset);
    const until = Date.now() + Math.min(2_000, Number(url.searchParams.get('timeout') ?? 0) * 1_000);
    const waiting = () => queue.filter(({ update_id }) => update_id >= offset);
    while (waiting().length === 0 && Date.now() < until && !response.closed) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return answer(200, { result: waiting().slice(0, 100) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}
