import { scanJson } from '../admin/documents/scan-json.ts';
import { ServiceError } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a request body as JSON. @throws ServiceError `invalid_json` for bytes that are not UTF-8 or not JSON, or for a
 * duplicate key in an object
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('invalid_json');
  }
  const [repeated] = scanJson(text).repeated;
  if (repeated === undefined) return value;
  throw new ServiceError('invalid_json', {
    message: `The body contains "${printableName(repeated.property)}" twice in one object. Send each field once.`,
  });
}
