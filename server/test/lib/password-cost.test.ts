import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../src/lib/passwords.ts';

const passwords = join(import.meta.dirname, '../../src/lib/passwords.ts');

test('a service stores a password at the cost that OWASP recommends for scrypt: 32 MiB, three times over', () => {
  const hash = `const { hashPassword } = await import(${JSON.stringify(passwords)});
    process.stdout.write(await hashPassword('a long enough password'));`;
  const stored = execFileSync(process.execPath, ['--input-type=module', '--eval', hash], { encoding: 'utf8' });
  expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
});

test('a password is checked at the cost at which it was stored, whatever a new one costs', async () => {
  const stored = await hashPassword('a long enough password');
  expect(stored).toMatch(/^scrypt\$10\$8\$1\$/);
  expect(await isPassword('a long enough password', stored)).toBe(true);
  expect(await isPassword('another long password', stored)).toBe(false);
  expect(await isPassword('a long enough password', null)).toBe(false);
});
