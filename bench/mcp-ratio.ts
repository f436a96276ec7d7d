/**
 * Measures tools/call per second for each capability, as a ratio to the same capability over REST in the same run.
 *
 * npm run bench:mcp -- [--store sqlite|postgres] [--seconds 2] [--connections 16] [--rounds 6] [--only persona]
 * [--json] [--strict]
 *
 * With --strict it fails if a ratio is below 0.7 or a request was rejected.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { scopes } from '../server/src/domain/actor.ts';
import { createApiKey } from '../server/src/lib/secrets.ts';
import type { StoreLocation } from '../server/src/store/location.ts';
import { openStore } from '../server/src/store/open-store.ts';
import { type ServiceProcess, startService } from '../server/test/support/service-process.ts';
import { benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '6' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const connections = Number(flags.connections);
const rounds = Number(flags.rounds);
const leastRatio = 0.7;

/**
 * One request over both surfaces. `nextKey` returns each request's idempotency key: a new one, or always the same for a
 * replay; null if the request needs none.
 */
interface Case {
  readonly name: string;
  readonly rest: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly tool: string;
  readonly fields: Record<string, unknown>;
  readonly nextKey: (() => string) | null;
}

const draft = {
  profileId: 'prof_one',
  conversationId: 'conv_one',
  message: 'hi! do you ship to Brazil, and how long does it take?',
};
const cases: readonly Case[] = [
  // Reads come first, because data stored by the writes would affect them.
  {
    name: 'persona',
    rest: { method: 'GET', path: '/api/v1/agent/persona?profileId=prof_one' },
    tool: 'agent_get_persona',
    fields: { profileId: 'prof_one' },
    nextKey: null,
  },
  {
    name: 'usage',
    rest: { method: 'GET', path: '/api/v1/agent/usage' },
    tool: 'agent_get_usage',
    fields: {},
    nextKey: null,
  },
  {
    name: 'draft',
    rest: { method: 'POST', path: '/api/v1/agent/draft' },
    tool: 'agent_draft_reply',
    fields: draft,
    nextKey: randomUUID,
  },
  {
    name: 'draft, replayed',
    rest: { method: 'POST', path: '/api/v1/agent/draft' },
    tool: 'agent_draft_reply',
    fields: draft,
    nextKey: () => 'always-the-same',
  },
  {
    name: 'handoff',
    rest: { method: 'POST', path: '/api/v1/agent/handoff' },
    tool: 'agent_create_handoff',
    fields: { conversationId: 'conv_one', confirm: true },
    nextKey: randomUUID,
  },
];

const chosen = cases.filter(({ name }) => flags.only === undefined || name.startsWith(flags.only));

interface Row {
  readonly name: string;
  readonly restPerSecond: number;
  readonly mcpPerSecond: number;
  readonly ratio: number;
  /** The service's CPU time for one request, in microseconds; NaN without /proc. */
  readonly restMicros: number;
  readonly mcpMicros: number;
  readonly failures: number;
}

const rows: Row[] = [];
const stores = await benchStores(flags.store);
try {
  for (const store of stores) {
    const { location, env, remove } = await store.fresh();
    const keys = await makeCallers(location, 8);
    const service = await startService(
      { ...env, UNDERSTUDY_PLANS: raisedPlans },
      { script: new URL('./support/constant-service.ts', import.meta.url).pathname },
    );
    for (const each of chosen) rows.push(await compare(`${store.name}: ${each.name}`, service, keys, each));
    await service.stop();
    await remove();
  }
} finally {
  for (const store of stores) await store.stop();
}
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log(
    `\n| capability (${connections} connections) | REST/s | tools/call/s | ratio | REST µs | MCP µs | failures |\n|---|---|---|---|---|---|---|`,
  );
  for (const row of rows) {
    console.log(
      `| ${row.name} | ${Math.round(row.restPerSecond)} | ${Math.round(row.mcpPerSecond)} | ${row.ratio.toFixed(2)} | ${Math.round(row.restMicros)} | ${Math.round(row.mcpMicros)} | ${row.failures} |`,
    );
  }
}

if (flags.strict) {
  const short = rows.filter(({ ratio, failures }) => !(ratio >= leastRatio) || failures > 0);
  for (const { name, ratio, failures } of short)
    console.error(`${name}: ratio ${ratio.toFixed(2)} (at least ${leastRatio}), ${failures} failures (none)`);
  if (short.length > 0 || rows.length === 0) process.exitCode = 1;
}

/** Alternates between the two surfaces, so that both see the same load. The ratio is computed from the sums. */
async function compare(name: string, service: ServiceProcess, keys: readonly string[], each: Case): Promise<Row> {
  const rest = { perSecond: 0, requests: 0, micros: 0 };
  const mcp = { perSecond: 0, requests: 0, micros: 0 };
  let failures = 0;
  for (let round = -1; round < rounds; round += 1) {
    for (const [surface, sum] of [
      ['rest', rest],
      ['mcp', mcp],
    ] as const) {
      const isWarmUp = round < 0;
      const before = await processorMicros(service.child.pid);
      const load = await drive(service.url, keys, each, surface, isWarmUp ? 1.5 : seconds);
      if (isWarmUp) continue;
      sum.perSecond += load.perSecond / rounds;
      sum.requests += load.requests;
      sum.micros += (await processorMicros(service.child.pid)) - before;
      failures += load.failures;
    }
  }
  const row = {
    name,
    restPerSecond: rest.perSecond,
    mcpPerSecond: mcp.perSecond,
    ratio: mcp.perSecond / rest.perSecond,
    restMicros: rest.micros / rest.requests,
    mcpMicros: mcp.micros / mcp.requests,
    failures,
  };
  console.error(`${name}: ${row.ratio.toFixed(2)}`);
  return row;
}

async function drive(url: string, keys: readonly string[], each: Case, surface: 'rest' | 'mcp', duration: number) {
  let turn = 0;
  let refusedByTool = 0;
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: [
      {
        method: surface === 'mcp' ? 'POST' : each.rest.method,
        path: surface === 'mcp' ? '/mcp' : each.rest.path,
        // A tool's refusal has HTTP status 200.
        onResponse: (status, body) => {
          const isResult = body.includes('"result":') && !body.includes('"isError":true');
          if (surface === 'mcp' && status === 200 && !isResult) refusedByTool += 1;
        },
        setupRequest: (request) => {
          const authorization = `Bearer ${keys[turn++ % keys.length]}`;
          return {
            ...request,
            ...(surface === 'mcp' ? toolCall(each, authorization, turn) : restCall(each, authorization)),
          };
        },
      },
    ],
  });
  return {
    perSecond: result.requests.average,
    requests: result.requests.total,
    failures: result.non2xx + result.errors + result.timeouts + refusedByTool,
  };
}

/** Reads the CPU time that a process has used so far, over all threads, in microseconds. */
async function processorMicros(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const microsInTick = 10_000;
  return (Number(fields[11]) + Number(fields[12])) * microsInTick;
}

function restCall({ rest, fields, nextKey }: Case, authorization: string) {
  if (rest.method === 'GET') return { headers: { authorization } };
  return {
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': nextKey?.() ?? '' },
    body: JSON.stringify(fields),
  };
}

/** Builds the request as the official client sends it. */
function toolCall({ tool, fields, nextKey }: Case, authorization: string, id: number) {
  const args = nextKey === null ? fields : { ...fields, idempotencyKey: nextKey() };
  return {
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } }),
  };
}

/** Creates one workspace and `count` keys with every scope. */
async function makeCallers(location: StoreLocation, count: number): Promise<string[]> {
  const store = await openStore(location, { role: 'tool' });
  await makeWorkspaces(store, { count: 1, keys: 0, messages: 40 });
  const made = Array.from({ length: count }, () => createApiKey());
  for (const [index, { hash }] of made.entries()) {
    await store.createKey({
      keyId: `key_${index}`,
      keyHash: hash,
      workspaceId: 'ws_0',
      name: 'bench',
      scopes,
      lifetimeMs: null,
    });
  }
  await store.close();
  return made.map(({ key }) => key);
}
