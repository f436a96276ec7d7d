import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { authorsOf } from '../../training/read-messages.ts';
import { readModule } from '../architecture/read-module.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Returns the files that decide whether `npm run train:understanding -- --check` passes, relative to the repository and
 * in alphabetical order: the trainer's modules and the modules that they import (including types), the data beside these
 * modules, the text of authors that are not test authors, the compared files, and the versions of packages.
 */
export function trainingInputs(): string[] {
  const modules = new Set(['server/training/train.ts']);
  // The set grows while the loop runs. The file of a thread may be named without "./", as a package is.
  for (const file of modules) {
    const { files, packages } = readModule(file, readFileSync(join(root, file), 'utf8'));
    const threads = packages
      .filter((name) => name.endsWith('.ts'))
      .map((name) => posix.join(posix.dirname(file), name));
    for (const next of [...files, ...threads]) modules.add(next);
  }
  const folders = new Set([...modules].map((file) => file.split('/').slice(0, 3).join('/')));
  const data = [...folders].filter((folder) => folder.startsWith('server/src/')).map((folder) => `${folder}/**/*.*`);
  const texts = (['messages', 'topics', 'cases'] as const).flatMap((kind) =>
    ['.', 'courtesy'].flatMap((folder) =>
      (['train', 'validation'] as const)
        .flatMap((split) => authorsOf(kind, split, join(root, 'server/training', folder)))
        .flatMap((author) => [`${folder}/${kind}/${author}/**/*.*`, `teaching/${author}/**/*.*`]),
    ),
  );
  const files = [
    ...modules,
    ...globSync(data, { cwd: root, exclude: ['**/*.ts'] }),
    ...globSync(
      texts.map((pattern) => join('server/training', pattern)),
      { cwd: root },
    ),
    'server/training/topic-intents.yaml',
    'docs/training-report.md',
    'package-lock.json',
  ];
  return [...new Set(files.map((file) => file.replaceAll('\\', '/')))].sort();
}

/** Returns a hash over this version of Node, and over the names and the content of the files. */
export function hashInputs(files: readonly string[], read = (file: string) => readFileSync(join(root, file))): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) hash.update(`\n${file} `).update(createHash('sha256').update(read(file)).digest());
  return hash.digest('hex');
}
