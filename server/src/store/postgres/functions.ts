import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { codeOf } from './store-fault.ts';

export interface Functions {
  /** The SHA-256 of all definitions, in hex. */
  readonly hash: string;
  /** The definitions of each topic, with the names that they define. */
  readonly topics: readonly { readonly names: readonly string[]; readonly sql: string }[];
}

const folder = new URL('../../../migrations/postgres/functions/', import.meta.url);

/** Reads the definitions of all functions in the schema `understudy`. Each function has exactly one definition. */
export function readFunctions(): Functions {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  return {
    hash: createHash('sha256').update(texts.join('\0')).digest('hex'),
    topics: texts.map((sql) => ({
      names: [...sql.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\(/gm)].map(([, name = '']) => name),
      sql,
    })),
  };
}

/**
 * Updates the functions to the given definitions, within a transaction in the schema. A function whose signature is
 * unchanged is replaced in place, so that calls in progress continue. Older forms of a function are dropped. Only the
 * owner may call new functions.
 */
export async function defineFunctions(client: Client, { topics }: Functions): Promise<void> {
  // Functions call each other in all directions. Tests check the functions once all are installed.
  await client.query('SET LOCAL check_function_bodies = off');
  const names = topics.flatMap((topic) => topic.names);
  const before = await client.query<{ written: string }>(
    `SELECT ${written} AS written FROM pg_proc WHERE ${inSchema} AND proname = ANY ($1)`,
    [names],
  );
  for (const topic of topics) await defineTopic(client, topic);
  await drop(client, `proname = ANY ($1) AND ${written} = ANY ($2)`, [names, before.rows.map((row) => row.written)]);
  await client.query('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA understudy FROM PUBLIC');
}

const inSchema = `pronamespace = 'understudy'::regnamespace`;

/** SQL for a string that changes whenever a function is defined again. */
const written = `concat_ws(' ', oid, xmin)`;

/**
 * Defines one topic's functions. PostgreSQL cannot replace a function with one that has a different result type or
 * different parameter names, so the old one is dropped first.
 */
async function defineTopic(client: Client, { names, sql }: Functions['topics'][number]): Promise<void> {
  await client.query('SAVEPOINT topic');
  try {
    await client.query(sql);
  } catch (error) {
    if (codeOf(error) !== '42P13') throw error;
    await client.query('ROLLBACK TO SAVEPOINT topic');
    // Triggers depend on their functions, whose signatures never change.
    await drop(client, `proname = ANY ($1) AND prorettype <> 'trigger'::regtype`, [names]);
    await client.query(sql);
  }
}

async function drop(client: Client, condition: string, values: readonly (readonly string[])[]): Promise<void> {
  const found = await client.query<{ list: string | null }>(
    `SELECT string_agg(oid::regprocedure::text, ', ') AS list FROM pg_proc WHERE ${inSchema} AND ${condition}`,
    [...values],
  );
  const list = found.rows[0]?.list ?? null;
  if (list !== null) await client.query(`DROP FUNCTION ${list}`);
}
