import type { Chance } from '../../http/support/random-request.ts';
import { goodInitialize } from './mcp-caller.ts';

/** The content of a request to /mcp without its headers. */
export interface RandomMessage {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'notifications/initialized',
  'server/discover',
] as const;
const tools = ['agent_get_persona', 'agent_get_usage', 'agent_draft_reply', 'agent_create_handoff'] as const;
const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '\u0000',
  '\ud800',
  'id',
  'method',
  'params',
  'result',
  'error',
  '_meta',
  'arguments',
  'jsonrpc',
] as const;
const oddTexts = [
  '',
  '\u0000',
  '\ud83c',
  'a'.repeat(2_000),
  '\u202e\u2066',
  '2.0',
  'null',
  '🏺'.repeat(100),
  '\r\n\r\n',
  'data: x\n\n',
  '</script>',
] as const;
const oddNumbers = [0, -0, -1, 0.5, 1e308, 2 ** 53, -(2 ** 53), 1e-7] as const;
const rawBodies = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  '[[[[',
  '""',
  'null',
  'NaN',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '\ufeff{}',
  '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
  '['.repeat(20_000),
  '{"a":'.repeat(8_000),
] as const;
const headerLines: readonly (readonly [string, string])[] = [
  ['accept', 'text/event-stream'],
  ['accept', 'application/json'],
  ['accept', '*/*;q=0.1, text/*'],
  ['accept', ';;;,,q='],
  ['mcp-protocol-version', '2025-06-18'],
  ['mcp-protocol-version', '2024-11-05'],
  ['mcp-protocol-version', '2026-07-28'],
  ['mcp-protocol-version', 'x'.repeat(300)],
  ['mcp-session-id', '../../x'],
  ['mcp-method', 'tools/call'],
  ['last-event-id', '1'],
  ['content-type', 'application/json; charset=latin1'],
  ['content-type', 'text/json'],
  ['content-encoding', 'br'],
];

/** Returns a message that is mostly valid, with some errors: in its fields, its structure, its bytes or its headers. */
export function randomMessage(chance: Chance): RandomMessage {
  const headers = Object.fromEntries(chance.once(3) ? [chance.pick(headerLines), chance.pick(headerLines)] : []);
  if (chance.once(25)) return { body: Buffer.from(chance.pick(rawBodies)), headers };
  if (chance.once(60)) return { body: Buffer.from(JSON.stringify(largeCall(chance))), headers };
  const good = goodMessage(chance);
  const message = chance.once(10) ? good : changed(chance, chance.once(40) ? [good, good] : good, 0);
  const text = JSON.stringify(message) ?? 'undefined';
  const body = Buffer.from(chance.once(12) ? text.slice(0, chance.whole(text.length + 1)) : text);
  if (chance.once(8))
    for (let times = chance.whole(4); times >= 0 && body.length > 0; times -= 1)
      body[chance.whole(body.length)] = chance.whole(256);
  return { body, headers };
}

function goodMessage(chance: Chance): unknown {
  const method = chance.once(2) ? 'tools/call' : chance.pick(methods);
  const _meta = chance.once(4)
    ? { _meta: { progressToken: 1, 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    : {};
  const params = method === 'initialize' ? goodInitialize : method === 'tools/call' ? goodCall(chance) : {};
  return {
    jsonrpc: '2.0',
    ...(method.startsWith('notifications') ? {} : { id: chance.whole(1_000) }),
    method,
    params: { ...params, ..._meta },
  };
}

function goodCall(chance: Chance): Record<string, unknown> {
  const idempotencyKey = `fuzz-key-${chance.whole(500)}`;
  const name = chance.pick(tools);
  if (name === 'agent_get_persona') return { name, arguments: { profileId: 'prof_aurora' } };
  if (name === 'agent_get_usage') return { name, arguments: {} };
  if (name === 'agent_create_handoff')
    return { name, arguments: { conversationId: 'conv_maya', confirm: true, reason: 'asks', idempotencyKey } };
  const history = [{ body: 'hi', direction: 'inbound', sender_type: 'fan' }];
  return {
    name,
    arguments: { profileId: 'prof_aurora', message: `do you ship? ${chance.whole(3)}`, history, idempotencyKey },
  };
}

/** Returns a call with thousands of invalid items or names, or with more bytes than allowed. */
function largeCall(chance: Chance): unknown {
  const many = 500 + chance.whole(chance.once(3) ? 40_000 : 6_000);
  const item = chance.pick([1, {}, { body: 1 }, { a: 1 }, []]);
  const name = chance.pick(tools);
  const args = chance.pick([
    { history: Array.from({ length: many }, () => item) },
    Object.fromEntries(Array.from({ length: many }, (_, index) => [`p${index}`, item])),
    { message: 'x'.repeat(many), reason: 'x'.repeat(many) },
  ]);
  return { jsonrpc: '2.0', id: chance.whole(1_000), method: 'tools/call', params: { name, arguments: args } };
}

function changed(chance: Chance, value: unknown, depth: number): unknown {
  if (chance.once(7 + 3 * depth)) return oddValue(chance, depth);
  if (Array.isArray(value)) return value.map((item) => changed(chance, item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(() => !chance.once(25))
    .map(([name, child]) => [chance.once(25) ? chance.pick(oddNames) : name, changed(chance, child, depth + 1)]);
  if (chance.once(10)) entries.push([chance.pick(oddNames), oddValue(chance, depth)]);
  return Object.fromEntries(entries);
}

function oddValue(chance: Chance, depth: number): unknown {
  const kind = chance.whole(depth > 4 ? 4 : 7);
  if (kind === 0) return chance.pick(oddTexts);
  if (kind === 1) return chance.pick(oddNumbers);
  if (kind === 2) return chance.pick([null, true, false]);
  if (kind === 3) return nested(chance.whole(100));
  if (kind === 4) return Array.from({ length: chance.whole(60) }, () => ({ body: 'x' }));
  if (kind === 5) return Array.from({ length: chance.whole(4) }, () => oddValue(chance, depth + 1));
  return Object.fromEntries(
    Array.from({ length: chance.whole(4) }, () => [chance.pick(oddNames), oddValue(chance, depth + 1)]),
  );
}

function nested(levels: number): unknown {
  let value: unknown = levels % 2 === 0 ? {} : [];
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { arguments: value };
  return value;
}
