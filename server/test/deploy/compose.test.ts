import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { rowLevelSecurity } from '../../src/store/postgres/row-level-security.ts';
import { freshFile, freshFolder } from '../cli/support/places.ts';
import { repository } from '../cli/support/understudy.ts';
import { extraPackage, skipWithoutPackages, toolPackages } from '../support/extra-packages.ts';
import { runSql } from '../support/postgres-database.ts';
import { serveInside } from '../support/service-inside.ts';

const file = join(repository, 'compose.yaml');
const createRole = join(repository, 'deploy/postgres/create-role.sh');
const { services, secrets } = parse(readFileSync(file, 'utf8'));
// Rules that do not apply: a service may have both an image name and a build, and the order of keys is free.
const waived = ['no-build-and-image', 'service-keys-order', 'require-quotes-in-ports'];

test('the file is valid for Compose, and an invalid one is rejected', ({ skip }) => {
  skipWithoutPackages(toolPackages, skip);
  expect(lint(file)).toEqual([]);
  const wrong = freshFile('compose.yaml', readFileSync(file, 'utf8').replace('read_only: true', 'read_onyl: true'));
  expect(lint(wrong).join()).toContain('must NOT have additional properties');
});

test('both services have their own health check, in order, and no secret is in the environment', () => {
  for (const name of ['postgres', 'understudy']) expect(services[name].healthcheck.test[0]).toBe('CMD');
  expect(services.understudy.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(services.understudy).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: ['127.0.0.1:8787:8787'] });
  expect(services.postgres.ports).toBeUndefined();
  for (const [name, { environment }] of Object.entries<{ environment: Record<string, string> }>(services)) {
    const open = Object.keys(environment).filter(
      (key) => /PASSWORD|SECRET|KEY|URL/.test(key) && !key.endsWith('_FILE'),
    );
    expect([name, open]).toEqual([name, []]);
  }
  const ignored = readFileSync(join(repository, '.gitignore'), 'utf8').split('\n');
  for (const { file: path } of Object.values<{ file: string }>(secrets)) expect(path).toMatch(/^\.\/secrets\//);
  expect(ignored).toContain('/secrets/');
});

test('the script of a new PostgreSQL creates nothing without a password, and says what is missing', () => {
  const folder = freshFolder();
  const trace = join(folder, 'called');
  writeFileSync(join(folder, 'psql'), `#!/bin/sh\ncat > ${trace}\n`, { mode: 0o755 });
  const run = (file: string) =>
    spawnSync('/bin/sh', [createRole], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, UNDERSTUDY_PASSWORD_FILE: file },
    });
  for (const file of [join(folder, 'absent'), freshFile('empty', ''), freshFile('line', '\n'), folder]) {
    const { status, stderr } = run(file);
    expect([file, status, existsSync(trace)]).toEqual([file, 1, false]);
    expect(stderr).toContain(`${file} is empty or`);
  }
  expect([run(freshFile('password', 'secret\n')).status, existsSync(trace)]).toEqual([0, true]);
  expect(readFileSync(trace, 'utf8')).not.toContain('secret');
});

const server = inject('postgresUrl');
const hasPsql = spawnSync('psql', ['--version']).status === 0;

describe.skipIf(server === null || !hasPsql)('the script of a new PostgreSQL (skipped without PostgreSQL)', () => {
  test('it creates an ordinary role whose database the service sets up and serves, with row-level security in force', async ({
    skip,
  }) => {
    const { hostname, port } = new URL(server ?? '');
    const password = "it's \\ a $(pass) `word`";
    const { rowCount } = await query("SELECT FROM pg_roles WHERE rolname = 'understudy'");
    if (rowCount !== 0) skip('this server has a role of that name already');
    onTestFinished(() =>
      runSql(server ?? '', ['DROP DATABASE IF EXISTS understudy WITH (FORCE)', 'DROP ROLE IF EXISTS understudy']),
    );
    const { status, stderr } = spawnSync('/bin/sh', [createRole], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        PGHOST: hostname,
        PGPORT: port,
        POSTGRES_USER: 'postgres',
        UNDERSTUDY_PASSWORD_FILE: freshFile('password', password),
      },
    });
    expect([status, stderr]).toEqual([0, '']);
    const url = `postgres://understudy:${encodeURIComponent(password)}@${hostname}:${port}/understudy`;
    const service = await serveInside({ DATABASE_URL_FILE: freshFile('database-url', `${url}\n`) });
    onTestFinished(async () => void (await service.stop()));
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    // A pool that ended may still be closing its connections when the database stops.
    pool.on('error', () => undefined);
    onTestFinished(() => pool.end());
    expect(await rowLevelSecurity(pool)).toEqual({ inForce: true, faults: [] });
  });
});

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(server ?? '');
  await client.connect();
  return client.query(text).finally(() => client.end());
}

/** Returns the errors that the linter finds. */
function lint(path: string): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(extraPackage(toolPackages, 'dclint'), 'bin/dclint.cjs'),
      path,
      '--formatter=json',
      ...waived.flatMap((rule) => ['--disable-rule', rule]),
    ],
    { encoding: 'utf8', timeout: 180_000 },
  );
  const report: { messages: { message: string }[] }[] = JSON.parse(stdout === '' ? stderr : stdout);
  return report.flatMap(({ messages }) => messages.map(({ message }) => message));
}
