import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { releaseNotes } from './release-notes.mjs';
import { git } from './sources.mjs';

/** The first folder determines the shipped packages; the others are for tests and checks. */
export const lockFiles = [
  'package-lock.json',
  'scripts/tools/package-lock.json',
  'server/test/mcp-clients/package-lock.json',
];

const kindsOfDependencies = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * Finds the reasons why no release is possible, each with the remedy. In a dry run, the tag, the date and the image
 * digests may be missing.
 */
export function findFaults({ root, version, isDryRun }) {
  return [
    ...treeFaults(root),
    ...lockFiles.flatMap((file) => lockFaults(root, file)),
    ...installFaults(root),
    ...versionFaults(root, version),
    ...changelogFaults(root, version, isDryRun),
    ...(isDryRun ? [] : [...tagFaults(root, version), ...imageFaults(root)]),
  ];
}

function treeFaults(root) {
  const changed = git(root, 'status', '--porcelain').split('\n').filter(Boolean);
  if (changed.length === 0) return [];
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : '';
  return [
    `the working tree differs from its commit (${changed.slice(0, 3).join(', ')}${more}). Commit or revert the changes.`,
  ];
}

/** Reports lock files that do not match the package.json beside them, or that of one of its workspaces. */
function lockFaults(root, file) {
  const folder = join(root, file, '..');
  const { packages } = readJson(join(root, file));
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path.includes('node_modules')) return [];
    const manifest = readJson(join(folder, path, 'package.json'));
    const told = ['version', ...kindsOfDependencies].filter((key) => !isDeepStrictEqual(entry[key], manifest[key]));
    const place = path === '' ? 'package.json' : `${path}/package.json`;
    return told.map(
      (key) =>
        `${file} has different ${key} from the ${place} beside it. Run "npm install" there and commit the result.`,
    );
  });
}

/** Reports installed packages that differ from the lock file, because they build the console. */
function installFaults(root) {
  const installed = join(root, 'node_modules/.package-lock.json');
  const advice = 'Run "npm ci".';
  if (!existsSync(installed)) return [`no packages are installed. ${advice}`];
  const found = readJson(installed).packages;
  const other = Object.entries(readJson(join(root, 'package-lock.json')).packages).filter(
    ([path, { link, optional, integrity }]) =>
      path.includes('node_modules/') && !link && !optional && found[path]?.integrity !== integrity,
  );
  if (other.length === 0) return [];
  return [`${other.length} installed packages differ from package-lock.json (such as ${other[0][0]}). ${advice}`];
}

function versionFaults(root, version) {
  const others = ['server/package.json', 'console/package.json', 'server.json'].filter(
    (file) => readJson(join(root, file)).version !== version,
  );
  return others.map((file) => `${file} has a different version from package.json (${version}).`);
}

function changelogFaults(root, version, isDryRun) {
  const notes = releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (notes === null)
    return [`CHANGELOG.md has no version ${version}. Add "## [${version}] - YYYY-MM-DD" above its changes.`];
  if (notes.date === null && !isDryRun) return [`CHANGELOG.md has no date for ${version}. Add it after the version.`];
  return [];
}

function tagFaults(root, version) {
  const tags = git(root, 'tag', '--points-at', 'HEAD').split('\n');
  if (tags.includes(`v${version}`)) return [];
  return [`the commit has no tag v${version}. Run "git tag -a v${version}".`];
}

function imageFaults(root) {
  return imagesWithoutDigest(root).map(
    ({ file, name }) =>
      `${file} names the image ${name} without its digest. Append "@sha256:…", which "docker buildx imagetools inspect ${name}" prints.`,
  );
}

/**
 * Finds external images that the Dockerfile and compose.yaml name by a tag, which may refer to a different image later.
 */
export function imagesWithoutDigest(root) {
  const stages = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM\s+(\S+)(?:\s+AS\s+(\S+))?/gim)];
  const own = stages.map(([, , name]) => name);
  const bases = stages.map(([, image]) => image).filter((image) => !own.includes(image));
  const services = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')).services;
  const pulled = Object.values(services).filter(({ build }) => build === undefined);
  return [
    ...bases.map((name) => ({ file: 'Dockerfile', name })),
    ...pulled.map(({ image }) => ({ file: 'compose.yaml', name: image })),
  ].filter(({ name }) => !/@sha256:[0-9a-f]{64}$/.test(name));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
