import { OperatorError } from '../../lib/errors.ts';
import { decodeText } from './decode-text.ts';

/**
 * Parses a workspace document as JSON or YAML. The format depends on the ending of the document's name or, if the
 * ending is unknown, on its first characters. Does not validate the result. @throws OperatorError that gives the
 * location of the fault
 */
export async function parseDocument(
  bytes: Buffer,
  name: string,
  onProgress?: (part: number) => void,
): Promise<unknown> {
  const text = decodeText(bytes, name);
  if (text.trim() === '')
    throw new OperatorError(`${name} is empty. A workspace document contains a list of "workspaces".`);
  const isJson = /\.json$/i.test(name) || (!/\.ya?ml$/i.test(name) && /^\s*[{[]/.test(text));
  if (isJson) {
    const { parseJson } = await import('./parse-json.ts');
    return parseJson(text, name);
  }
  const { parseYaml } = await import('./parse-yaml.ts');
  return parseYaml(text, name, onProgress);
}
