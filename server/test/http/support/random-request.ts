import { astral } from './values.ts';
import { writeRequest } from './write-request.ts';

/** A repeatable random source. The same seed produces the same requests. */
export interface Chance {
  /** Returns a whole number from 0 to below `below`. */
  whole(below: number): number;
  /**
   * @throws if there is nothing to pick from
   */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns true once in `times` calls on average. */
  once(times: number): boolean;
}

/** Creates a random source with the Mulberry32 generator. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  const pick = <Item>(items: readonly Item[]): Item => {
    const at = whole(items.length);
    for (const item of items.slice(at, at + 1)) return item;
    throw new Error('nothing to pick from');
  };
  return { whole, pick, once: (times) => whole(times) === 0 };
}

const targets = [
  '/api/v1/agent/draft',
  '/api/v1/agent/handoff',
  '/api/v1/agent/persona?profileId=prof_aurora',
  '/api/v1/agent/persona?profileId=%00&profileId[]=x&__proto__[a]=1',
  '/api/v1/agent/usage',
  '/api/v1/agent/usage?%ff=%',
  '/mcp',
  '/healthz',
  '/api/v1/agent/%ff',
  '/..%2f..%2fetc',
  'http://h/api/v1/agent/usage',
  '*',
  '//',
] as const;
const oddTexts = [
  '',
  '\u0000',
  '\ud800',
  astral.repeat(120),
  'a'.repeat(801),
  '\u202e',
  'Infinity',
  "'; --",
  '{{7*7}}',
  '%s%n',
] as const;
const headerLines: readonly (readonly [string, string])[] = [
  ['Origin', 'https://desk.aurora.example'],
  ['Origin', 'null'],
  ['Content-Type', 'text/plain'],
  ['Content-Length', '7'],
  ['Transfer-Encoding', 'chunked'],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Expect', 'more'],
  ['Connection', 'close, Upgrade'],
  ['Upgrade', 'h2c'],
  ['Host', ''],
  ['X-Forwarded-For', 'nobody, ::1'],
  ['Access-Control-Request-Method', 'POST'],
  ['Accept', 'text/event-stream'],
  ['X-Long', 'x'.repeat(9_000)],
  ['Idempotency-Key', 'the-same-key-again'],
  ['Cookie', '\u00ff=\u00fe'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
];

/**
 * Returns the bytes of a request that is mostly valid, with some errors: in its request line, its headers, its fields,
 * or anywhere.
 */
export function randomRequest(chance: Chance, key: string): Buffer {
  const target = chance.pick(targets);
  const isWrite = /draft|handoff|mcp/.test(target);
  const request = writeRequest({
    method: chance.once(8)
      ? chance.pick(['GET', 'PUT', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'M-SEARCH', 'XX'])
      : isWrite
        ? 'POST'
        : 'GET',
    target,
    version: chance.once(20) ? chance.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.', '']) : 'HTTP/1.1',
    key: chance.once(20) ? chance.pick(['', 'x', 'a b', '\u00e9']) : key,
    headers: Array.from({ length: chance.once(2) ? chance.whole(3) : 0 }, () => chance.pick(headerLines)),
    without: chance.once(15)
      ? [chance.pick(['host', 'content-type', 'idempotency-key', 'content-length', 'authorization'])]
      : [],
    body: isWrite || chance.once(10) ? randomBody(chance, target) : undefined,
  });
  return chance.once(4) ? mutated(chance, request) : request;
}

function randomBody(chance: Chance, target: string): string {
  const good = target.includes('mcp')
    ? { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'agent_get_usage', arguments: {} } }
    : target.includes('handoff')
      ? { conversationId: 'conv_maya', confirm: true, reason: 'asks' }
      : { profileId: 'prof_aurora', message: 'do you ship?', history: [{ body: 'hi', direction: 'inbound' }] };
  const body = chance.once(2) ? randomlyChanged(chance, good, 0) : good;
  const text = JSON.stringify(body) ?? 'undefined';
  return chance.once(6) ? text.slice(0, chance.whole(text.length + 1)) : text;
}

function randomlyChanged(chance: Chance, value: unknown, depth: number): unknown {
  if (chance.once(5 + depth)) return randomValue(chance, depth);
  if (Array.isArray(value)) return value.map((item) => randomlyChanged(chance, item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, child]) => [
    chance.once(12) ? chance.pick(['__proto__', 'constructor', ...oddTexts]) : name,
    randomlyChanged(chance, child, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function randomValue(chance: Chance, depth: number): unknown {
  const kind = chance.whole(depth > 6 ? 4 : 7);
  if (kind === 0) return chance.pick(oddTexts);
  if (kind === 1) return chance.pick([0, -1, 1e308, 2 ** 53, 0.1]);
  if (kind === 2) return chance.pick([null, true, false]);
  if (kind === 3) return Array.from({ length: chance.whole(50) }, () => ({ body: 'x' }));
  if (kind === 4) return Array.from({ length: chance.whole(4) }, () => randomValue(chance, depth + 1));
  return Object.fromEntries(
    Array.from({ length: chance.whole(4) }, () => [chance.pick(oddTexts), randomValue(chance, depth + 1)]),
  );
}

function mutated(chance: Chance, request: Buffer): Buffer {
  let bytes = request;
  for (let count = chance.whole(4); count >= 0; count -= 1) {
    const at = chance.whole(bytes.length);
    const inserted = Buffer.from([chance.pick([0, 10, 13, 32, 58, 127, 128, 255, chance.whole(256)])]);
    const removed = chance.pick([0, 1, 1, chance.whole(40)]);
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      chance.once(2) ? inserted : Buffer.alloc(0),
      bytes.subarray(at + removed),
    ]);
  }
  return bytes;
}
