import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** Connects as the database's owner, an ordinary role that is neither a superuser nor BYPASSRLS. */
  readonly url: string;
  /** Connects to the same database as the superuser. */
  readonly superuserUrl: string;
  /** Removes the database and its owner, even if clients are still connected. */
  drop(): Promise<void>;
}

/** Creates an empty database with its own owner on the server behind `superuserUrl`. */
export async function createTestDatabase(
  superuserUrl: string,
  name = randomName(),
  encoding = 'UTF8',
  password = randomBytes(12).toString('hex'),
): Promise<TestDatabase> {
  await runSql(superuserUrl, [
    `CREATE ROLE ${name} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE PASSWORD '${password}'`,
    `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ENCODING '${encoding}'${encoding === 'UTF8' ? '' : " LOCALE 'C'"}`,
  ]);
  return {
    url: withParts(superuserUrl, name, { user: name, password }),
    superuserUrl: withParts(superuserUrl, name),
    drop: () => runSql(superuserUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `DROP ROLE IF EXISTS ${name}`]),
  };
}

/** Runs statements one by one on a separate connection, each in its own transaction. */
export async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function withParts(url: string, database: string, login?: { user: string; password: string }): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (login !== undefined) {
    changed.username = login.user;
    changed.password = login.password;
  }
  return changed.href;
}

export function randomName(): string {
  return `understudy_test_${randomBytes(6).toString('hex')}`;
}
