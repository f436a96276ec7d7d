import dns from 'node:dns/promises';
import { OperatorError } from '../../lib/errors.ts';

/**
 * Looks up TXT records with the DNS servers that this process uses. Resolves to an empty list if the name has none.
 * @throws OperatorError when the servers do not answer
 */
export async function lookUpTxt(name: string): Promise<readonly string[]> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new OperatorError(`The DNS record ${name} could not be looked up (${code}). Try again in a moment.`);
  }
}
