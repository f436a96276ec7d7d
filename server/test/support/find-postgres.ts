import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the folder with this machine's newest `initdb` and `postgres`, or null if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const folders = [
    ...packaged('/usr/lib/postgresql'),
    ...packaged('/opt/homebrew/opt'),
    ...onPath(),
    ...fromPgConfig(),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

function packaged(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^(postgresql@)?\d+$/.test(name))
    .sort((one, other) => versionOf(other) - versionOf(one))
    .map((name) => join(root, name, 'bin'));
}

function versionOf(name: string): number {
  return Number(name.replace(/\D/g, ''));
}

function onPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

function fromPgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return [];
  }
}
