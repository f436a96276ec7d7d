import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { repository } from '../../cli/support/understudy.ts';
import { createIgnore, type Instruction, readStages, type Stage } from './read-dockerfile.ts';

export interface Image {
  /** The folder that represents `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/**
 * Runs the Dockerfile's steps below a folder, without a container engine. Each stage is a folder that represents `/`,
 * and sees only the repository's files that `.dockerignore` allows. Two things differ from an engine: the base image is
 * this machine, and `npm ci` copies installed packages instead of downloading them, because tests use no registry.
 */
export function carryOutDockerfile(folder: string): Image {
  const built = new Map<string, Image>();
  let last: Image | null = null;
  for (const [index, stage] of readStages().entries()) {
    const root = join(folder, stage.name === '' ? `stage-${index}` : stage.name);
    makeFolder(root);
    last = carryOut(stage, root, built);
    if (stage.name !== '') built.set(stage.name, last);
  }
  if (last === null) throw new Error('the Dockerfile has no stage');
  return last;
}

function carryOut(stage: Stage, root: string, built: ReadonlyMap<string, Image>): Image {
  const base = built.get(stage.base);
  const image = { workdir: base?.workdir ?? '/', env: { ...base?.env }, user: 'root', command: '', healthcheck: '' };
  if (base !== undefined) cpSync(base.root, root, { recursive: true });
  for (const step of stage.instructions) {
    const inside = { root, workdir: join(root, image.workdir) };
    if (step.name === 'WORKDIR') {
      image.workdir = step.text;
      makeFolder(join(root, step.text));
    } else if (step.name === 'ENV') Object.assign(image.env, assignments(step.text));
    else if (step.name === 'USER') image.user = step.text;
    else if (step.name === 'COPY') copy(step, inside, built);
    else if (step.name === 'RUN') run(step.text, inside);
    else if (step.name === 'HEALTHCHECK') image.healthcheck = step.text.replace(/^CMD /, '');
    else if (step.name === 'ENTRYPOINT' || step.name === 'CMD') image.command += step.text;
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(step.name)) throw new Error(`cannot carry out ${step.name}`);
  }
  const words = (list: string): string[] => (list === '' ? [] : JSON.parse(list.replaceAll('][', ',')));
  return { root, ...image, command: words(image.command), healthcheck: words(image.healthcheck) };
}

/** Creates a folder that everyone may read, as an engine does, whatever the umask is. */
function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

interface Inside {
  readonly root: string;
  readonly workdir: string;
}

function copy(step: Instruction, { root, workdir }: Inside, built: ReadonlyMap<string, Image>): void {
  const paths = step.text.split(/\s+/);
  const target = paths.pop() ?? '';
  const from = built.get(step.flags.get('from') ?? '')?.root;
  const isIgnored = createIgnore();
  for (const path of paths) {
    const source = join(from ?? repository, path);
    const isFolder = statSync(source).isDirectory();
    const place = target.startsWith('/') ? join(root, target) : join(workdir, target);
    const to = isFolder || !target.endsWith('/') ? place : join(place, path.split('/').at(-1) ?? '');
    mkdirSync(dirname(to), { recursive: true });
    if (from !== undefined) {
      cpSync(source, to, { recursive: true, verbatimSymlinks: true });
      continue;
    }
    const isSeen = (file: string) => statSync(file).isDirectory() || !isIgnored(relative(repository, file));
    if (!isFolder && !isSeen(source)) throw new Error(`.dockerignore keeps out ${path}`);
    cpSync(source, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !/(^|\/)node_modules(\/|$)/.test(relative(repository, file)) && isSeen(file),
    });
  }
}

function run(text: string, { root, workdir }: Inside): void {
  if (text.startsWith('npm ci ')) {
    installPackages(text, workdir);
    return;
  }
  // The image's paths are below its folder. Its user "node" is any user except root, and only root can give files to
  // another user.
  const { getuid, getgid } = process;
  const owner = getuid === undefined || getuid() === 0 ? 'nobody:nogroup' : `${getuid()}:${getgid?.()}`;
  const command = text.replace(/(?<=\s)\/(?=data|app)/g, `${root}/`).replaceAll('node:node', owner);
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: workdir,
    encoding: 'utf8',
    env: { PATH: path },
  });
  if (status !== 0) throw new Error(`RUN ${text}\n${stderr}`);
}

/** Copies the packages that `npm ci` with these options would install, as npm itself lists them. */
function installPackages(text: string, workdir: string): void {
  const options = text.split(' ').filter((word) => /^--(workspace|omit)|^@understudy/.test(word));
  const listed = execFileSync('npm', ['ls', '--all', '--parseable', ...options], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 16 * 1_024 * 1_024,
  });
  const packages = listed.split('\n').map((line) => relative(repository, line));
  // Packages inside another package are copied with it. A link to a workspace is not copied.
  for (const path of packages.filter((each) =>
    /^(\w+\/)?node_modules\/(?!@understudy\/|.*\/node_modules\/)/.test(each),
  ))
    cpSync(join(repository, path), join(workdir, path), { recursive: true, verbatimSymlinks: true });
}

function assignments(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}

/** Removes all users' permission to write to the service's files. */
export function makeReadOnly(image: Image): void {
  execFileSync('chmod', ['-R', 'a-w', join(image.root, 'app')]);
}
