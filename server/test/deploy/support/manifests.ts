import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { freshFolder } from '../../cli/support/places.ts';
import { repository } from '../../cli/support/understudy.ts';
import { extraPackage, toolPackages } from '../../support/extra-packages.ts';
import { deployFolder } from '../../telemetry/support/deployed.ts';

export interface Manifest {
  readonly file: string;
  // biome-ignore lint/suspicious/noExplicitAny: Kubernetes defines the content; the schema and the tests check it
  readonly content: any;
}

/** Reads every document in the Kubernetes manifests. */
export function readManifests(): Manifest[] {
  const folder = join(deployFolder, 'kubernetes');
  return globSync('*.yaml', { cwd: folder })
    .toSorted()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => ({
        file,
        content: document.toJS(),
      })),
    );
}

/**
 * Returns the manifest of a kind.
 * @throws if there is none
 */
export function manifestOf(kind: string): Manifest['content'] {
  const found = readManifests().find(({ content }) => content.kind === kind);
  if (found === undefined) throw new Error(`there is no manifest of a ${kind}`);
  return found.content;
}

/**
 * Returns violations of the schema that Kubernetes publishes: wrong types, values that are not allowed, missing fields.
 */
export async function schemaFaults({ file, content }: Manifest): Promise<string[]> {
  const model = (await import(modelPath(content, '.js')))[content.kind];
  try {
    new model(content).validate();
    return [];
  } catch (error) {
    return [`${file}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * Returns fields that Kubernetes does not know. The published schema allows them, but the types generated from it do
 * not.
 */
export function unknownFields(manifests: readonly Manifest[]): string[] {
  const source = manifests.map(
    ({ content }, index) =>
      `import type { I${content.kind} as Kind${index} } from ${JSON.stringify(modelPath(content, ''))};\n` +
      `export const manifest${index}: Kind${index} = ${JSON.stringify(content)};\n`,
  );
  const file = join(freshFolder(), 'manifests.ts');
  writeFileSync(file, source.join(''));
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(repository, 'node_modules/typescript/bin/tsc'),
      ...'--noEmit --strict --skipLibCheck --ignoreConfig --module esnext --moduleResolution bundler --target esnext'.split(
        ' ',
      ),
      file,
    ],
    { encoding: 'utf8', cwd: repository, timeout: 180_000 },
  );
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

function modelPath({ apiVersion, kind }: { apiVersion: string; kind: string }, extension: string): string {
  return join(extraPackage(toolPackages, 'kubernetes-models'), apiVersion, `${kind}${extension}`);
}
