import { inspectEncoding } from '../../store/postgres/encoding.ts';
import { type Finding, fail, ok } from './finding.ts';

/** Checks whether the database's encoding can represent every message. */
export async function checkEncoding(url: string): Promise<Finding> {
  const encoding = await inspectEncoding(url);
  if (encoding === 'UTF8') return ok('encoding', 'UTF8');
  return fail(
    'encoding',
    `the database's encoding is ${encoding}, which cannot represent every message`,
    `Create a database with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, stop the service, and move everything there: understudy transfer --from postgres --to URL.`,
  );
}
