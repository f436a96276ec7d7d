import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/**
 * The folders whose packages `npm install` leaves out, because only some tests and checks use them. Each has its own
 * package.json and lock file.
 */
export const clientPackages = 'server/test/mcp-clients';
export const toolPackages = 'scripts/tools';
export const extraFolders: readonly string[] = [clientPackages, toolPackages];

/**
 * Returns the path at which a package that `folder` lists is installed.
 * @throws if it is not installed in the listed version
 */
export function extraPackage(folder: string, name: string): string {
  const place = findPackage(folder, name, versionsOf(folder)[name] ?? '');
  if (place === null) throw new Error(`${name} is not installed: run "npm run packages"`);
  return place;
}

/**
 * Returns the reason why tests that need the packages of `folder` cannot run, or null. @throws if the packages are
 * required but missing
 */
export function whyNoPackages(folder: string): string | null {
  if (isInstalled(folder)) return null;
  if (areRequired())
    throw new Error(`The packages of ${folder} are required but not installed: run "npm run packages".`);
  return `what needs the packages of ${folder} (skipped where they are not installed: "npm run packages" brings them)`;
}

/** Skips the running test if the packages of `folder` are not installed. */
export function skipWithoutPackages(folder: string, skip: (condition: boolean, note: string) => void): void {
  const why = whyNoPackages(folder);
  skip(why !== null, why ?? '');
}

/**
 * Installs the missing packages of `folder` from its lock file, and reports this in one line to `say`. Returns false if
 * the installation failed.
 */
export function installPackages(folder: string, say: (text: string) => void): boolean {
  if (isInstalled(folder)) return true;
  say(`Installing the packages of ${folder}, once … `);
  const startedAt = performance.now();
  const { status, stderr, error } = spawnSync(
    'npm',
    [
      'ci',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      `--fetch-retries=${areRequired() ? 5 : 1}`,
    ],
    {
      cwd: join(repository, folder),
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    },
  );
  if (status === 0) say(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  else say(`failed: ${error?.message ?? stderr.trim().split('\n')[0]}\n`);
  return status === 0;
}

function areRequired(): boolean {
  return process.env['UNDERSTUDY_TEST_REQUIRE_PACKAGES'] === '1';
}

function isInstalled(folder: string): boolean {
  return Object.entries(versionsOf(folder)).every(([name, version]) => findPackage(folder, name, version) !== null);
}

/** Returns every package that `folder` lists, with its exact version. */
export function versionsOf(folder: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')).dependencies;
}

/** Looks for the package as Node does, in the folder itself and in each parent up to the repository. */
function findPackage(folder: string, name: string, version: string): string | null {
  for (let above = join(repository, folder); above.startsWith(repository); above = dirname(above)) {
    const place = join(above, 'node_modules', name);
    if (versionAt(place) === version) return place;
  }
  return null;
}

function versionAt(place: string): string | null {
  try {
    return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version;
  } catch {
    return null;
  }
}
