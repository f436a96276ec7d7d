import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** Messages with these codes name a field and its limit, and are worded where the field is read. */
const wordedWhereRead = new Set(['invalid_request', 'invalid_json']);

/** Returns the codes of errors that the source words outside the catalogue. */
function wordedOutside(text: string): string[] {
  const refusals = text.matchAll(/new ServiceError\(\s*'(\w+)',\s*\{[^}]*?\bmessage:\s*['"`]/g);
  return [...refusals].flatMap(([, code = '']) => (wordedWhereRead.has(code) ? [] : [code]));
}

test('the words of an error occur only in the catalogue', () => {
  const found = files.flatMap((file) =>
    wordedOutside(readFileSync(join(source, file), 'utf8')).map((code) => `${file}: ${code}`),
  );
  expect(found).toEqual([]);
});

test('words outside the catalogue are found, and words that name a field are accepted', () => {
  expect(wordedOutside("throw new ServiceError('rate_limited', { message: 'Too many.' })")).toEqual(['rate_limited']);
  expect(
    wordedOutside("new ServiceError('rate_limited', {\n  retryAfterSeconds: 1,\n  message: `After a minute.`,\n})"),
  ).toEqual(['rate_limited']);
  expect(
    wordedOutside("new ServiceError('rate_limited', { message: errorCatalogue.rate_limited.cases.key(1) })"),
  ).toEqual([]);
  expect(wordedOutside("new ServiceError('invalid_request', { message: 'The field is too long.' })")).toEqual([]);
});
