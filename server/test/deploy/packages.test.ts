import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../cli/support/understudy.ts';
import { extraFolders, versionsOf } from '../support/extra-packages.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { license?: { id: string }; expression?: string }[];
  readonly hashes?: readonly object[];
}
interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly deprecated?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: Readonly<Record<string, string>>;
}

/** Licences that require only that their text is included, and do not affect the code that uses the package. */
const permissive = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
];

const list: { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] } = JSON.parse(makeList());
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
const [, neededMajor] =
  /neededMajor = (\d+)/.exec(readFileSync(join(repository, 'scripts/own-node.mjs'), 'utf8')) ?? [];
const lock = readLock('.');
const locked = lockedIn(lock);

test('every shipped package has a permissive licence', () => {
  expect(list.components.length).toBeGreaterThan(100);
  const others = list.components.filter(({ licenses }) => !isPermissive(licenses));
  expect(others.map(({ purl, licenses }) => [purl, licenses])).toEqual([]);
});

test.each([['GPL-3.0-only'], ['(MIT AND GPL-2.0-only)'], ['SEE LICENSE IN LICENSE.txt'], ['']])(
  'the licence %s does not count as permissive',
  (name) => {
    expect(isPermissive(name === '' ? [] : [{ expression: name }])).toBe(false);
  },
);

test('the licence in the list is the one in the installed package', () => {
  const told = locked
    .filter(([, { dev }]) => dev !== true)
    .flatMap(([path, { license }]) => {
      const found = installedLicence(path);
      return found === null || found === license ? [] : [[path, license, found]];
    });
  expect(told).toEqual([]);
});

test('the list of shipped packages is complete, always the same, and contains nothing else', () => {
  expect(makeList()).toBe(makeList());
  const named = new Set(list.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))));
  const installed = execFileSync(
    'npm',
    ['ls', '--all', '--parseable', '--long', '--workspace', '@understudy/server', '--omit=dev'],
    {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  // npm also follows optional peers, such as altcha-lib's "express", into packages that only development installs.
  const forDevelopment = new Set(
    Object.entries(lock.packages).flatMap(([path, { dev, devOptional, version }]) =>
      dev === true || devOptional === true ? [`${path.split('node_modules/').at(-1)}@${version}`] : [],
    ),
  );
  const wanted = installed
    .split('\n')
    .map((line) => line.split(':')[1] ?? '')
    .filter((name) => name !== '' && !/^(@understudy\/|understudy@)/.test(name) && !forDevelopment.has(name));
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  expect(
    ['vitest', 'typescript', 'vite', 'autocannon'].filter((name) => list.components.some((each) => each.name === name)),
  ).toEqual([]);
  const references = new Set(list.components.map(({ purl }) => purl));
  expect(list.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((purl) => !references.has(purl))).toEqual([]);
});

test('every package comes from the registry with its hash; no shipped one is deprecated or runs an install script', () => {
  const fromElsewhere = locked.filter(
    ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || /^(git|http:)/.test(resolved ?? ''),
  );
  expect(fromElsewhere.map(([path]) => path)).toEqual([]);
  const shipped = locked.filter(([, { dev }]) => dev !== true);
  expect(shipped.filter(([, { deprecated }]) => deprecated !== undefined).map(([path]) => path)).toEqual([]);
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});

test('packages for some tests and checks also come from the registry with their hash, in exact versions, and not with "npm install"', () => {
  const own = new Set(Object.keys({ ...manifest.devDependencies, ...manifest.optionalDependencies }));
  for (const folder of extraFolders) {
    const packages = lockedIn(readLock(folder));
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
    const versions = Object.entries(versionsOf(folder));
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(versions.filter(([name]) => own.has(name))).toEqual([]);
  }
});

test('a Node is installed only if the machine has none that is new enough', () => {
  const brought = Object.keys(manifest.optionalDependencies);
  expect(brought.length).toBeGreaterThan(3);
  // No package declares this itself. npm drops the entry from the lock file when the package is added again, and the
  // entry must then be restored.
  const needed = brought.map((name) => [name, lock.packages[`node_modules/${name}`]?.engines]);
  expect(needed).toEqual(brought.map((name) => [name, { node: `<${neededMajor}` }]));
});

test('SECURITY.md states the number of shipped packages', () => {
  const [, said] =
    readFileSync(join(repository, 'SECURITY.md'), 'utf8').match(/lists the (\d+) shipped packages/) ?? [];
  expect(Number(said)).toBe(list.components.length);
});

function readLock(folder: string): { packages: Record<string, LockedPackage> } {
  return JSON.parse(readFileSync(join(repository, folder, 'package-lock.json'), 'utf8'));
}

function lockedIn({ packages }: { packages: Record<string, LockedPackage> }): [string, LockedPackage][] {
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
}

function makeList(): string {
  return execFileSync(process.execPath, [join(repository, 'scripts/sbom.mjs'), '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
}

/**
 * Returns true if all of a package's licences are permissive. Of alternatives joined by OR, one must be permissive. Of
 * licences joined by AND, all must be.
 */
function isPermissive(licenses: Component['licenses']): boolean {
  if (licenses.length === 0) return false;
  return licenses.every(({ license, expression }) =>
    (license?.id ?? expression ?? '')
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((name) => permissive.includes(name.trim()))),
  );
}

/** Returns the licence of an installed package; null if the package is not installed on this machine. */
function installedLicence(path: string): string | null {
  try {
    return JSON.parse(readFileSync(join(repository, path, 'package.json'), 'utf8')).license;
  } catch {
    return null;
  }
}
