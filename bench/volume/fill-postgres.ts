import pg from 'pg';
import type { Filling } from './filling.ts';

/**
 * Inserts messages directly into the tables as the superuser, to whom row-level security does not apply. Resolves to
 * the number of messages.
 */
export async function fillPostgres(url: string, { workspaces, perWorkspace, mayGoOn }: Filling): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let filled = 0;
  try {
    await client.query('SET synchronous_commit = off');
    for (let first = 0; first < workspaces.length && mayGoOn(); first += 10) {
      const some = workspaces.slice(first, first + 10);
      await client.query(
        `INSERT INTO understudy.messages (workspace_id, conversation_id, message_id, direction, body, sent_at)
         SELECT w, 'conv_one', 'old_' || n, CASE n % 2 WHEN 0 THEN 'inbound' ELSE 'outbound' END,
           'An older message, number ' || n || ', about mugs and bowls and when they are fired.', 1600000000000 + n * 1000::bigint
         FROM unnest($1::text[]) AS w, generate_series(1, $2) AS n`,
        [some, perWorkspace],
      );
      await client.query(
        `UPDATE understudy.conversations SET messages = messages + $2 WHERE workspace_id = ANY ($1) AND conversation_id = 'conv_one'`,
        [some, perWorkspace],
      );
      filled += perWorkspace * some.length;
    }
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
  return filled;
}

/** Returns the size of the database in bytes. */
export async function postgresBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return Number(found.rows[0]?.bytes);
}
