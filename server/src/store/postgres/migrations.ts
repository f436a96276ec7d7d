import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: () => string;
}

const folder = new URL('../../../migrations/postgres/', import.meta.url);

/** The steps from an empty schema to the one that this service knows, in order; forward only. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
  .sort()
  .map((name) => ({
    version: Number(name.slice(0, 4)),
    name: name.slice(5, -4),
    sql: () => readFileSync(new URL(name, folder), 'utf8'),
  }));

/** The version of the schema that this service knows. */
export const latestVersion = migrations.at(-1)?.version ?? 0;
