import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect } from 'vitest';
import type { WorkspaceEntry } from '../../src/domain/workspace-document.ts';
import { understudy } from '../cli/support/understudy.ts';
import { type AttackedService, onEachKind, startAttacked } from './support/attacked-service.ts';

/** Each ends a string, a name or a comment of one dialect or the other, and then does harm. */
const attacks = [
  `'; DROP TABLE canary; --`,
  `'); DELETE FROM canary; --`,
  `" OR "1"="1`,
  `' OR '1'='1' --`,
  `' UNION SELECT key_hash FROM keys --`,
  `\\'; DROP TABLE canary; --`,
  `$$; DROP TABLE canary; $$`,
  `$1; DROP TABLE canary`,
  `?1 ?2 :name @name`,
  `/* */ ; DROP TABLE canary; /*`,
  `{"a":"'}","b":[1]}`,
  `%s %I %L ' || pg_sleep(3) || '`,
  `'||(SELECT randomblob(1000000000))||'`,
  `\uff07; DROP TABLE canary; --`,
  `*) MATCH ' NEAR("canary" *`,
];

onEachKind(
  'SQL in any string that a caller or an operator hands in is a text like any other: kept as it is, and never run',
  async (kind) => {
    const service = await startAttacked({ kind });
    const canary = await openCanary(service);
    for (const attack of attacks) {
      for (const answer of await tryEverywhere(service, attack)) {
        expect([200, 400, 401, 403, 404, 409], `${attack}: ${answer.text}`).toContain(answer.status);
        expect(answer.text).not.toMatch(/syntax error|SQLITE|ERROR:|relation|no such table/i);
      }
    }
    const document = { workspaces: [poisoned(), sampleOfOwnId(attacks[0] ?? '')] };
    const imported = await understudy(['import', '-'], { env: service.place, input: JSON.stringify(document) });
    expect(imported.code, imported.stderr).toBe(0);
    for (const { id } of document.workspaces) {
      const exported = await understudy(['export', '--workspace', id, '--json'], { env: service.place });
      expect(exported.code, exported.stderr).toBe(0);
      const kept = new Set(stringsIn(exported.json()));
      const given = stringsIn(document.workspaces.find((workspace) => workspace.id === id));
      expect(given.filter((text) => !kept.has(text))).toEqual([]);
    }
    for (const attack of attacks.slice(0, 2)) {
      for (const args of [
        ['export', '--workspace', attack],
        ['keys', 'revoke', attack],
        ['usage', '--workspace', attack],
        ['conversations', 'list', '--workspace', attack],
        ['usage', 'record', '--workspace', service.workspaceId, '--source', 'inbox', '--id', attack],
      ]) {
        const { stderr } = await understudy(args, { env: service.place });
        expect(stderr, args.join(' ')).not.toMatch(/syntax error|SQLITE_|at .*\.ts:\d+/);
      }
    }
    expect(await canary.rows(), 'the table beside the service’s own').toBe(3);
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
  },
  180_000,
);

/** The attack in every string of both surfaces. */
async function tryEverywhere(service: AttackedService, attack: string) {
  const query = encodeURIComponent(attack);
  const tool = (name: string, args: object) =>
    service.ask('/mcp', {
      body: { jsonrpc: '2.0', id: attack, method: 'tools/call', params: { name, arguments: args } },
    });
  const draft = { profileId: 'prof_aurora', message: attack };
  const idempotencyKey = crypto.randomUUID();
  return Promise.all([
    service.ask('/api/v1/agent/draft', { body: draft }),
    service.ask('/api/v1/agent/draft', { body: { ...draft, profileId: attack } }),
    service.ask('/api/v1/agent/draft', { body: { ...draft, conversationId: attack } }),
    service.ask('/api/v1/agent/draft', {
      body: { ...draft, history: [{ body: attack, sender_type: attack.slice(0, 40) }] },
    }),
    service.ask('/api/v1/agent/draft', { body: { ...draft, [attack]: attack } }),
    service.ask('/api/v1/agent/handoff', { body: { conversationId: 'conv_maya', confirm: true, reason: attack } }),
    service.ask('/api/v1/agent/handoff', { body: { conversationId: attack, confirm: true } }),
    service.ask(`/api/v1/agent/persona?profileId=${query}`),
    service.ask(`/api/v1/agent/usage?${query}=${query}`),
    service.ask(`/${query}`),
    service.ask('/api/v1/agent/usage', { headers: { origin: ascii(attack) } }),
    service.ask('/api/v1/agent/draft', { body: draft, headers: { 'idempotency-key': ascii(attack) } }),
    tool('agent_draft_reply', { ...draft, idempotencyKey }),
    tool('agent_draft_reply', { ...draft, idempotencyKey: attack }),
    tool('agent_read_persona', { profileId: attack }),
    tool('agent_create_handoff', { conversationId: attack, confirm: true, reason: attack, idempotencyKey }),
    tool(attack, {}),
  ]);
}

/** A workspace with an attack in each of its strings that may be free. */
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

/** A table that is not the service's, where each attack would find it; and how many rows are left of its three. */
async function openCanary({ location }: AttackedService): Promise<{ rows(): Promise<number> }> {
  const make = 'CREATE TABLE canary (id int); INSERT INTO canary VALUES (1), (2), (3)';
  if (location.kind === 'sqlite') {
    const path = join(location.dataDir, 'understudy.db');
    const use = <Result>(work: (db: DatabaseSync) => Result): Result => {
      const db = new DatabaseSync(path, { timeout: 10_000 });
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
