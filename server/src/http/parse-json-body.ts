import { ServiceError } from '../lib/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON value of a request body. @throws ServiceError `invalid_json` for bytes that are not UTF-8 or not JSON */
export function parseJsonBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ServiceError('invalid_json');
  }
}
