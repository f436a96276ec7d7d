import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: () => string;
}

const folder = new URL('../../../migrations/postgres/', import.meta.url);

/** The initial schema and the steps from it to the current one, in order. Downgrades are not possible. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
  .sort()
  .map((name) => ({
    version: Number(name.slice(0, 4)),
    name: name.slice(5, -4),
    sql: () => readFileSync(new URL(name, folder), 'utf8'),
  }));

/** The version of the initial schema. Older versions are unreleased previews and are not upgraded. */
export const initialVersion = migrations[0]?.version ?? 0;
