import { initialVersion, migrations } from '../../src/store/postgres/migrations.ts';
import { runSql } from './postgres-database.ts';

/**
 * Gives an empty database the initial schema without its functions, with a workspace `ws_old` and a key for it that
 * expires.
 */
export async function makeInitialSchema(url: string): Promise<void> {
  await runSql(url, [
    'CREATE SCHEMA understudy',
    'SET search_path = understudy, pg_temp',
    `CREATE TABLE migrations (version int PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL, functions text[] NOT NULL DEFAULT '{}')`,
    ...migrations.slice(0, 1).map(({ sql }) => sql()),
    `INSERT INTO migrations VALUES (${initialVersion}, 'initial', 0)`,
    `SELECT set_config('understudy.workspace', 'ws_old', false)`,
    `INSERT INTO workspaces (workspace_id, name, plan, status, allowed_origins, created_at) VALUES ('ws_old', 'Old', 'agency', 'active', '{}', 0)`,
    `INSERT INTO workspace_directory (workspace_id) VALUES ('ws_old')`,
    `INSERT INTO keys (workspace_id, key_id, name, scopes, created_at, expires_at) VALUES ('ws_old', 'key_old', 'old', '{}', 1000, 5000)`,
    `INSERT INTO key_directory VALUES ('hash', 'ws_old', 'key_old')`,
  ]);
}
