import { resolveTxt } from 'node:dns/promises';
import { OperatorError } from '../../lib/errors.ts';

/** Asks this machine's resolver. @throws OperatorError when it does not answer */
export async function lookUpTxt(name: string): Promise<readonly string[]> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new OperatorError(`The DNS record ${name} could not be looked up (${code}). Try again in a moment.`);
  }
}
