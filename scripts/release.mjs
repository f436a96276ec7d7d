// npm run release -- --dry-run: creates a release's files in release/, and publishes nothing. Without --dry-run, the
// commit must also be tagged, the changelog must have a date, and every image must be named by its digest.
// docs/releasing.md describes the rest.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveOf } from './release/archive.mjs';
import { provenanceOf, sha256 } from './release/provenance.mjs';
import { releaseNotes } from './release/release-notes.mjs';
import { findFaults, imagesWithoutDigest } from './release/requirements.mjs';
import { buildContextFiles, builtConsoleFiles, committedFiles, git } from './release/sources.mjs';

const root = join(import.meta.dirname, '..');
const isDryRun = process.argv.includes('--dry-run');
const unknown = process.argv.slice(2).filter((argument) => argument !== '--dry-run');
if (unknown.length > 0) fail([`"${unknown.join(' ')}" is unknown. The only option is --dry-run.`]);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const faults = findFaults({ root, version, isDryRun });
if (faults.length > 0) fail(faults);

run('scripts/build-console.mjs');
const commit = git(root, 'rev-parse', 'HEAD').trim();
const name = `understudy-${version}`;
const source = [...committedFiles(root), ...builtConsoleFiles(root)];
const files = new Map([
  [`${name}.tar.gz`, archiveOf(root, source, { prefix: `${name}/`, time: commitTime() })],
  [`${name}-image-context.tar.gz`, archiveOf(root, buildContextFiles(root), { prefix: '', time: commitTime() })],
  [`${name}.cdx.json`, run('scripts/sbom.mjs', '-')],
  [`${name}-notes.md`, Buffer.from(releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version).text)],
]);
files.set(`${name}.intoto.json`, provenanceOf({ root, version, commit, files }));
files.set('SHA256SUMS', Buffer.from([...files].map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`).join('')));

const folder = join(root, 'release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [file, bytes] of files) {
  writeFileSync(join(folder, file), bytes);
  process.stdout.write(`release/${file} (${bytes.length.toLocaleString('en')} bytes)\n`);
}
for (const image of imagesWithoutDigest(root))
  process.stdout.write(`Before the real release, add the digest of ${image.name} in ${image.file}.\n`);
process.stdout.write(`Nothing was published. The files were created from commit ${commit}.\n`);

/** Returns the commit's time in seconds since 1970, which every file in an archive gets. */
function commitTime() {
  return Number(git(root, 'log', '-1', '--format=%ct'));
}

function run(script, ...args) {
  return execFileSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function fail(reasons) {
  for (const reason of reasons) process.stderr.write(`No release: ${reason}\n`);
  process.exit(1);
}
