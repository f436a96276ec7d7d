import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough, Readable } from 'node:stream';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createPrinter } from '../../src/cli/printer.ts';
import { buildProgram, loadCommand } from '../../src/cli/program.ts';
import { DraftRequest, HandoffRequest, PersonaRequest } from '../../src/domain/agent-contract.ts';
import type { WorkspaceEntry } from '../../src/domain/workspace-document.ts';
import { understudy } from '../cli/support/understudy.ts';
import { runLength } from '../support/run-length.ts';
import { type AttackedService, onEachKind, startAttacked } from './support/attacked-service.ts';
import {
  sqlAttacks as attacks,
  stringsOfExample,
  stringsOfProgram,
  stringsOfSchema,
  withEachString,
} from './support/sql-attacks.ts';
import { attackByCommandLine, attackedByCommandLine, namesOfFiles } from './support/sql-by-command-line.ts';

const env = { UNDERSTUDY_PLANS: '{"agency":{"requestsPerMinute":100000,"monthlyReplies":100000}}' };
const message = { profileId: 'prof_aurora', message: 'How much is the Moon mug?' };
const history = [{ body: 'hi', direction: 'inbound', sender_type: 'fan' }];

/** Valid requests, which together have every string that their operation takes. */
const examples = {
  draft: [message, { ...message, conversationId: 'conv_maya' }, { ...message, history }],
  handoff: [{ conversationId: 'conv_maya', confirm: true, reason: 'a call' }],
  persona: [{ profileId: 'prof_aurora' }],
};
const ofTools: Readonly<Record<string, readonly object[]>> = {
  agent_get_persona: examples.persona,
  agent_get_usage: [{}],
  agent_draft_reply: examples.draft.map((each, at) => ({ ...each, idempotencyKey: `a-key-of-draft-${at}` })),
  agent_create_handoff: examples.handoff.map((each, at) => ({ ...each, idempotencyKey: `a-key-of-handoff-${at}` })),
};

onEachKind(
  'SQL in any string that an agent sends over REST or MCP is a text like any other: kept as it is, and never run',
  async (kind) => {
    const service = await startAttacked({ kind, env });
    const canary = await openCanary(service);
    const { body } = await callToolOf(service, 'tools/list');
    const tools: { name: string; inputSchema: object }[] = body.result.tools;
    expect(Object.keys(ofTools).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    for (const { name, inputSchema } of tools) expectEveryString(ofTools[name] ?? [], inputSchema);
    expectEveryString(examples.draft, DraftRequest);
    expectEveryString(examples.handoff, HandoffRequest);
    expectEveryString(examples.persona, PersonaRequest);
    for (const [name, requests] of Object.entries(ofTools)) {
      for (const each of requests) {
        const { text } = await callToolOf(service, 'tools/call', { name, arguments: each });
        expect(text, `${name} as it is`).toContain('"structuredContent":{"ok":true');
      }
    }
    for (const attack of attacks) {
      for (const { status, text } of await inTurns(requestsWith(service, attack))) {
        expect([200, 400, 403, 404, 409], `${attack}: ${text}`).toContain(status);
        expect(text).not.toMatch(/syntax error|SQLITE|ERROR:|relation |no such table|internal_error/i);
        if (!text.includes('wanted-unknown')) expect(text).not.toContain('This tool does not exist');
      }
    }
    expect(await canary.rows(), 'the table beside the service’s own').toBe(3);
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
  },
  runLength({ usual: 180_000, full: 900_000 }),
);

onEachKind(
  'SQL in any string of a document or of a command line is a text like any other: kept as it is, and never run',
  async (kind) => {
    const service = await startAttacked({ kind, env });
    const canary = await openCanary(service);
    const document = { workspaces: [poisoned(), ...attacks.map(sampleOfOwnId)] };
    const imported = await understudy(['import', '-'], { env: service.place, input: JSON.stringify(document) });
    expect(imported.code, imported.stderr).toBe(0);
    for (const { id } of document.workspaces) {
      const exported = await service.store.exportWorkspace({ workspaceId: id });
      const kept = new Set(stringsIn(exported));
      const given = stringsIn(document.workspaces.find((workspace) => workspace.id === id));
      expect(given.filter((text) => !kept.has(text))).toEqual([]);
    }
    for (const { line, ended } of await attackByCommandLine(service)) {
      expect(ended.stdout + ended.stderr, line).not.toMatch(
        /syntax error|SQLITE_|at .*\.ts:\d+|no such table|relation "|had an internal error/,
      );
    }
    expect(await canary.rows(), 'the table beside the service’s own').toBe(3);
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
  },
  runLength({ usual: 300_000, full: 1_500_000 }),
);

test('every text that a command accepts is attacked with SQL, except file names', async () => {
  const terminal = { env: {}, stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  const cli = { ...terminal, printer: createPrinter(terminal), setExitCode: () => undefined };
  const program = buildProgram(cli);
  for (const command of program.commands) await loadCommand(command, cli);
  const all = stringsOfProgram(program);
  expect(all.filter((each) => ![...attackedByCommandLine, ...namesOfFiles].includes(each))).toEqual([]);
  expect([...attackedByCommandLine, ...namesOfFiles].filter((each) => !all.includes(each))).toEqual([]);
});

function expectEveryString(requests: readonly object[], schema: object): void {
  const there = new Set(requests.flatMap((each) => stringsOfExample(each)));
  expect(stringsOfSchema(schema).filter((path) => !there.has(path))).toEqual([]);
}

type ToolCall = [method: string, params?: object, id?: string];

function callToolOf({ ask }: AttackedService, ...[method, params, id = crypto.randomUUID()]: ToolCall) {
  return ask('/mcp', { body: { jsonrpc: '2.0', id, method, params } });
}

/** Sends eight requests at a time, because a slow machine would reject more, which says nothing about SQL. */
async function inTurns<Answer>(requests: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const queue = requests.values();
  const work = async () => {
    for (const request of queue) answers.push(await request());
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return answers;
}

/** Returns requests with the attack in every string of both surfaces, one at a time, and in names and headers. */
function requestsWith(service: AttackedService, attack: string) {
  const ask =
    (...given: Parameters<AttackedService['ask']>) =>
    () =>
      service.ask(...given);
  const callTool =
    (...given: ToolCall) =>
    () =>
      callToolOf(service, ...given);
  const query = encodeURIComponent(attack);
  const [draft = message] = examples.draft;
  const rest = (['draft', 'handoff'] as const).flatMap((operation) =>
    examples[operation].flatMap((example) =>
      [...withEachString(example, attack), { ...example, [attack]: attack }].map((body) =>
        ask(`/api/v1/agent/${operation}`, { body }),
      ),
    ),
  );
  const byTool = Object.entries(ofTools).flatMap(([name, requests]) =>
    requests.flatMap((each) =>
      [...withEachString(each, attack), { ...each, [attack]: attack }].map((given) =>
        callTool('tools/call', { name, arguments: withKeyOfItsOwn(given, attack) }),
      ),
    ),
  );
  const headers = [
    'idempotency-key',
    'origin',
    'user-agent',
    'traceparent',
    'x-request-id',
    'x-forwarded-for',
    'accept',
  ];
  return [
    ...rest,
    ...byTool,
    ...headers.map((name) => ask('/api/v1/agent/draft', { body: draft, headers: { [name]: ascii(attack) } })),
    ask(`/api/v1/agent/persona?profileId=${query}`),
    ask(`/api/v1/agent/persona?profileId=prof_aurora&${query}=${query}`),
    ask(`/api/v1/agent/usage?${query}=${query}`),
    ask(`/${query}`),
    callTool('tools/call', { name: `wanted-unknown ${attack}`, arguments: {} }, 'wanted-unknown'),
    callTool(attack),
    callTool('tools/list', {}, attack),
    callTool('initialize', {
      protocolVersion: attack,
      capabilities: {},
      clientInfo: { name: attack, version: attack },
    }),
  ];
}

/** Gives each request its own idempotency key. Otherwise, all but the first would be repeats with a different input. */
function withKeyOfItsOwn(given: unknown, attack: string): unknown {
  const isObject = typeof given === 'object' && given !== null;
  const isWithKey = isObject && 'idempotencyKey' in given && given.idempotencyKey !== attack;
  return isWithKey ? { ...given, idempotencyKey: crypto.randomUUID() } : given;
}

/** Returns a workspace with an attack in each of its free texts. */
function poisoned(): WorkspaceEntry {
  const at = (index: number) => attacks[index % attacks.length] ?? '';
  return {
    id: 'ws_poisoned',
    name: at(0),
    plan: 'studio',
    profiles: attacks.map((attack, index) => ({
      id: `prof ${attack}`,
      displayName: attack,
      persona: {
        about: attack,
        voice: { traits: [at(index + 1)] },
        phrases: [{ id: `ph ${attack}`, use: 'greeting', text: attack }],
        facts: [{ id: `f ${attack}`, topic: attack, text: at(index + 2), aliases: [at(index + 3)] }],
        offers: [{ id: `o ${attack}`, name: attack, text: attack, price: attack }],
        rules: { neverSay: [attack] },
      },
    })),
    conversations: attacks.map((attack) => ({
      id: `conv ${attack}`,
      profileId: `prof ${attack}`,
      channel: attack,
      contact: { name: attack, handle: attack },
      messages: [{ id: `msg ${attack}`, direction: 'inbound', body: attack, sentAt: '2026-01-01T10:00:00Z' }],
    })),
  };
}

function sampleOfOwnId(id: string): WorkspaceEntry {
  return { id, name: 'named like an attack', plan: 'creator' };
}

/** Creates a table where each attack would find it. `rows` returns how many of its three rows are left. */
async function openCanary({ location }: AttackedService): Promise<{ rows(): Promise<number> }> {
  const make = 'CREATE TABLE canary (id int); INSERT INTO canary VALUES (1), (2), (3)';
  if (location.kind === 'sqlite') {
    const path = join(location.dataDir, 'understudy.db');
    const use = <Result>(work: (db: DatabaseSync) => Result): Result => {
      const db = new DatabaseSync(path, { timeout: 60_000 });
      try {
        return work(db);
      } finally {
        db.close();
      }
    };
    use((db) => db.exec(make));
    return {
      rows: async () => use((db) => Number(db.prepare('SELECT count(*) AS count FROM canary').get()?.['count'])),
    };
  }
  const query = async (text: string) => {
    const client = new pg.Client(location.url);
    await client.connect();
    return client.query(text).finally(() => client.end());
  };
  await query(`CREATE SCHEMA IF NOT EXISTS understudy; SET search_path = understudy; ${make}`);
  return { rows: async () => Number((await query('SELECT count(*) FROM understudy.canary')).rows[0]?.count) };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
