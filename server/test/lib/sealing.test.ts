import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer, isSealed, parseSealingKey } from '../../src/lib/sealing.ts';

const secret = 'whsec_c2VjcmV0';
const place = 'webhook secret of ws_aurora';

test('a sealed secret opens with its key in its place, and nowhere else', () => {
  const key = randomBytes(32);
  const sealer = createSealer([key]);
  const sealed = sealer.seal(secret, place);
  expect(isSealed(sealed)).toBe(true);
  expect(sealed).not.toContain(secret.slice(6));
  expect(sealer.seal(secret, place)).not.toBe(sealed);
  expect(sealer.open(sealed, place)).toBe(secret);
  expect(sealer.open(sealed, 'webhook secret of ws_borealis')).toBeNull();
  expect(createSealer([randomBytes(32)]).open(sealed, place)).toBeNull();
  expect(createSealer([]).open(sealed, place)).toBeNull();
});

test('a sealed secret with any changed character cannot be opened', () => {
  const sealer = createSealer([randomBytes(32)]);
  const sealed = sealer.seal(secret, place);
  // The last character of base64url may carry unused bits.
  for (let at = 'sealed:'.length; at < sealed.length - 1; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const bent = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect([at, sealer.open(bent, place)]).toEqual([at, null]);
  }
  expect(sealer.open('sealed:v2:what comes later', place)).toBeNull();
});

test('the newest key seals, older ones still open, and their sealed secrets count as outdated', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const before = createSealer([older]).seal(secret, place);
  const sealer = createSealer([newer, older]);
  expect(sealer.open(before, place)).toBe(secret);
  expect([sealer.isOutdated(before), sealer.isOutdated(secret)]).toEqual([true, true]);
  const after = sealer.seal(secret, place);
  expect([sealer.isOutdated(after), createSealer([newer]).open(after, place)]).toEqual([false, secret]);
});

test('a secret from before sealing is read unchanged, and stays so without a key', () => {
  expect(createSealer([randomBytes(32)]).open(secret, place)).toBe(secret);
  const none = createSealer([]);
  expect([none.canSeal, none.seal(secret, place), none.isOutdated(secret)]).toEqual([false, secret, false]);
});

test('a key is 32 bytes in base64 or hexadecimal, and nothing else', () => {
  const key = randomBytes(32);
  for (const text of [
    key.toString('base64'),
    key.toString('base64url'),
    key.toString('hex'),
    ` ${key.toString('hex')}\n`,
  ]) {
    expect(parseSealingKey(text)).toEqual(key);
  }
  for (const text of [
    '',
    'short',
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    'ß'.repeat(43),
  ]) {
    expect(parseSealingKey(text)).toBeNull();
  }
});
