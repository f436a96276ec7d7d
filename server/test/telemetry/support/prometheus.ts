import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freshFolder } from '../../cli/support/places.ts';
import { freePort } from '../../support/service-process.ts';
import { deployFolder } from './deployed.ts';

/** Returns true if Prometheus and promtool are installed on this machine. @throws if they are required but missing */
export function hasPrometheus(): boolean {
  const isThere = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);
  if (!isThere && process.env['UNDERSTUDY_TEST_REQUIRE_PROMETHEUS'] === '1')
    throw new Error('These tests need Prometheus: install it (Debian and Ubuntu: apt-get install prometheus).');
  return isThere;
}

export interface PrometheusProcess {
  /**
   * Returns the current values of an expression's samples.
   * @throws if the expression is invalid
   */
  query(expr: string): Promise<number[]>;
  // biome-ignore lint/suspicious/noExplicitAny: Prometheus defines the form of these pages; the tests check it
  page(path: string): Promise<any>;
}

/** Runs promtool in the folder with the rules. */
export function promtool(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: join(deployFolder, 'prometheus'),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

/**
 * Starts a Prometheus server with the deployed configuration and rules. It scrapes one target every second until the
 * test has finished.
 */
export async function startPrometheus(target: string): Promise<PrometheusProcess> {
  const folder = freshFolder();
  cpSync(join(deployFolder, 'prometheus'), folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  const deployed = readFileSync(file, 'utf8');
  writeFileSync(file, deployed.replaceAll('15s', '1s').replace('127.0.0.1:9464', target));
  const listen = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${listen}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr?.on('data', (chunk) => (log = (log + chunk).slice(-4_000)));
  onTestFinished(() => end(child));
  const page: PrometheusProcess['page'] = async (path) => (await fetch(`http://${listen}${path}`)).json();
  for (let isReady = false; !isReady; ) {
    isReady = await fetch(`http://${listen}/-/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (child.exitCode !== null) throw new Error(`Prometheus ended at start:\n${log}`);
    if (!isReady) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    page,
    async query(expr) {
      const answer = await page(`/api/v1/query?query=${encodeURIComponent(expr)}`);
      if (answer.status !== 'success') throw new Error(`${answer.error}: ${expr}`);
      return answer.data.result.map(({ value }: { value: [number, string] }) => Number(value[1]));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
