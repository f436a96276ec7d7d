import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../cli/support/places.ts';
import { repository } from '../cli/support/understudy.ts';
import { startService } from '../support/service-process.ts';
import { createIgnore } from './support/read-dockerfile.ts';

const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
const name = `understudy-${version}`;
const made = ['SHA256SUMS', '-image-context.tar.gz', '-notes.md', '.cdx.json', '.intoto.json', '.tar.gz'].map((end) =>
  end.startsWith('SHA') ? end : `${name}${end}`,
);

let root = '';
let commit = '';
/** The output and the files of a dry run. */
let first = { code: null as number | null, stdout: '', stderr: '' };
let folder = '';
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)(`a release${hasGit ? '' : ' (skipped where git is not installed)'}`, () => {
  /** Copies this checkout to a separate repository with one commit. */
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'understudy-release-'));
    const files = inRepository('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
    for (const file of files.filter((each) => each !== '')) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(repository, file), join(root, file), { force: true, errorOnExist: false });
    }
    linkPackages(root);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'All of it');
    commit = git('rev-parse', 'HEAD').trim();
    first = release();
    folder = mkdtempSync(join(tmpdir(), 'understudy-released-'));
    cpSync(join(root, 'release'), folder, { recursive: true });
  }, 300_000);
  afterAll(() => {
    for (const each of [root, folder]) rmSync(each, { recursive: true, force: true });
  });

  test('a dry run creates archive, image context, package list, notes, provenance and checksums, with the same bytes each time', () => {
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain(`Nothing was published. The files were created from commit ${commit}.`);
    expect(readdirSync(folder).toSorted()).toEqual(made.toSorted());
    expect(release().code).toBe(0);
    expect(digestsIn(join(root, 'release'))).toEqual(digestsIn(folder));
  }, 300_000);

  test('the checksums match every other file, and sha256sum -c confirms it', ({ skip }) => {
    const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(Object.fromEntries(lines.map((line) => line.split('  ').toReversed()))).toEqual(
      Object.fromEntries(Object.entries(digestsIn(folder)).filter(([file]) => file !== 'SHA256SUMS')),
    );
    const cwd = freshFolder();
    cpSync(folder, cwd, { recursive: true });
    const check = () => spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd });
    skip(check().error !== undefined, 'sums as sha256sum checks them (skipped where it is not installed)');
    expect(check().status).toBe(0);
    writeFileSync(join(cwd, `${name}-notes.md`), 'other');
    expect(check().status).toBe(1);
  });

  test('the provenance names the commit, the builder, the lock files and every file that it was made for', () => {
    const statement = JSON.parse(readFileSync(join(folder, `${name}.intoto.json`), 'utf8'));
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: { externalParameters: { version } },
        runDetails: { builder: { id: 'urn:understudy:builder:local' } },
      },
    });
    const digests = digestsIn(folder);
    const subjects = statement.subject.map((each: { name: string; digest: object }) => [each.name, each.digest]);
    const described = made.filter((file) => file !== 'SHA256SUMS' && !file.endsWith('.intoto.json'));
    expect(Object.fromEntries(subjects)).toEqual(
      Object.fromEntries(described.map((file) => [file, { sha256: digests[file] }])),
    );
    const locks = ['package-lock.json', 'scripts/tools/package-lock.json', 'server/test/mcp-clients/package-lock.json'];
    expect(statement.predicate.buildDefinition.resolvedDependencies).toEqual([
      { name: 'source', digest: { gitCommit: commit } },
      ...locks.map((file) => ({ name: file, digest: { sha256: digestOf(join(root, file)) } })),
    ]);
  });

  test('the archive contains the commit and the built console, and serves both where it is unpacked', async () => {
    const place = freshFolder();
    const unpacked = join(place, name);
    execFileSync('tar', ['-xzf', join(folder, `${name}.tar.gz`), '-C', place]);
    const committed = git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean);
    const differing = committed.filter((file) => digestOf(join(root, file)) !== digestOf(join(unpacked, file)));
    expect(differing).toEqual([]);
    linkPackages(unpacked);
    const env = { UNDERSTUDY_DATA_DIR: join(place, 'data') };
    const service = await startService(env, { root: unpacked });
    onTestFinished(() => service.kill());
    const page = await fetch(`${service.url}/console/`);
    expect([page.status, (await page.text()).includes('/console/assets/')]).toEqual([200, true]);
  });

  test('the image context contains what a build of the commit sees, with the files that say how to build', () => {
    const listed = execFileSync('tar', ['-tzf', join(folder, `${name}-image-context.tar.gz`)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });
    const isIgnored = createIgnore();
    const seen = git('ls-tree', '-r', '-z', '--name-only', 'HEAD')
      .split('\0')
      .filter((file) => file !== '' && !isIgnored(file));
    expect(listed.trim().split('\n').toSorted()).toEqual([...seen, 'Dockerfile', '.dockerignore'].toSorted());
  });

  test.each([
    [
      'a file that is not committed',
      () => writeFileSync(join(root, 'new.txt'), 'new'),
      /working tree differs .*new\.txt/,
    ],
    [
      'a version without changes told',
      () => committing('CHANGELOG.md', `[${version}]`, '[9.9.9]'),
      /CHANGELOG\.md has no version/,
    ],
    [
      'a package that the lock file lacks',
      () => committing('server/package.json', '"fastify":', '"fastify-x":'),
      /different dependencies from the server\/package\.json/,
    ],
    [
      'a tool that its lock file lacks',
      () => committing('scripts/tools/package.json', '"dclint": "', '"dclint": "9'),
      /scripts\/tools\/package-lock\.json has different dependencies/,
    ],
    [
      'another version in a part',
      () => committing('server.json', `"${version}"`, '"9.9.9"'),
      /server\.json has a different version/,
    ],
  ])('%s is rejected with a remedy, and nothing is created', (_, spoil, told) => {
    rmSync(join(root, 'release'), { recursive: true, force: true });
    onTestFinished(() => void [git('reset', '--hard', '--quiet', commit), git('clean', '-fdq')]);
    spoil();
    const { code, stderr, stdout } = release();
    expect([code, stdout, readdirSync(root).includes('release')]).toEqual([1, '', false]);
    expect(stderr).toMatch(told);
  });

  test('without --dry-run a release also needs a tag, a date and the digest of every image from elsewhere', () => {
    onTestFinished(() => void [git('reset', '--hard', '--quiet', commit), git('tag', '--delete', `v${version}`)]);
    const { code, stderr } = release([]);
    expect(code).toBe(1);
    expect(stderr).toContain(`the commit has no tag v${version}`);
    expect(stderr).toMatch(/Dockerfile names the image node:\S+ without its digest/);
    expect(stderr).toMatch(/compose\.yaml names the image postgres:\S+ without its digest/);
    const digest = `@sha256:${'0'.repeat(64)}`;
    committing('Dockerfile', /^FROM node:\S+/m, `$&${digest}`);
    committing('compose.yaml', /image: postgres:\S+/, `$&${digest}`);
    committing('CHANGELOG.md', new RegExp(`^(## \\[${version}\\]).*$`, 'm'), '$1 - 2026-01-31');
    git('tag', `v${version}`);
    expect(release([])).toMatchObject({ code: 0, stderr: '' });
  }, 300_000);
});

function release(args: readonly string[] = ['--dry-run']) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/release.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return { code: status, stdout, stderr };
}

function digestsIn(place: string): Record<string, string> {
  return Object.fromEntries(readdirSync(place).map((file) => [file, digestOf(join(place, file))]));
}

/** Links this checkout's packages to the place where an install would put them, because no test uses a registry. */
function linkPackages(place: string): void {
  for (const part of ['', 'server', 'console']) {
    const packages = join(repository, part, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(place, part, 'node_modules'));
  }
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Changes a file and commits the change. */
function committing(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(root, file), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(join(root, file), after);
  git('commit', '--quiet', '--all', '--message', `Change ${file}`);
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@understudy.example', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 });
}

function inRepository(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 24 });
}
