import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { OperatorError } from '../lib/errors.ts';

const defaultName = 'understudy.config.yaml';

/**
 * Reads the settings from the configuration file: the one at `path`, or `understudy.config.yaml` in the working
 * directory if `path` is omitted and that file exists. Without a file, `values` is empty.
 * @throws OperatorError if the file cannot be read or is not a mapping
 */
export function readConfigFile(path: string | undefined): { name: string; values: Readonly<Record<string, unknown>> } {
  const name = path ?? defaultName;
  const text = readText(name, path !== undefined);
  if (text === null) return { name, values: {} };
  const values = parse(name, text);
  if (values === null || values === undefined) return { name, values: {} };
  if (typeof values !== 'object' || Array.isArray(values)) {
    throw new OperatorError(
      `The configuration file ${name} must contain setting names and their values, such as "port: 8787".`,
    );
  }
  return { name, values: { ...values } };
}

function readText(name: string, isNamed: boolean): string | null {
  try {
    return readFileSync(resolve(name), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT' && !isNamed) return null;
    const reason = code === 'ENOENT' ? 'the file does not exist' : code === 'EISDIR' ? 'it is a folder' : code;
    throw new OperatorError(`The configuration file ${name} cannot be read: ${reason}.`);
  }
}

function parse(name: string, text: string): unknown {
  // The YAML parser is loaded only if there is a file, because loading it takes 25 ms.
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml');
  const document = yaml.parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) {
    const place = error.linePos?.[0];
    const where = place === undefined ? '' : ` (line ${place.line}, column ${place.col})`;
    throw new OperatorError(
      `The configuration file ${name} is not valid YAML${where}: ${error.code.toLowerCase().replaceAll('_', ' ')}.`,
    );
  }
  return document.toJS({ maxAliasCount: 100 });
}
