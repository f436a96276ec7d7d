import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId } from '../../src/lib/ids.ts';
import { createApiKey, createWebhookSecret, hashApiKey, isWellFormedApiKey } from '../../src/lib/secrets.ts';

test('a new key has the live prefix, 32 secret characters and a valid checksum', () => {
  const { key, hash } = createApiKey();
  expect(key).toMatch(/^ustudy_live_[0-9A-Za-z]{38}$/);
  expect(isWellFormedApiKey(key)).toBe(true);
  expect(hash).toBe(hashApiKey(key));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('a published key format stays readable: the checksum of a known key never changes', () => {
  expect(isWellFormedApiKey('ustudy_live_00000000000000000000000000000000' + '3xwegU')).toBe(true);
});

test('a key with one character changed or two swapped is never well formed', () => {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 49 }), fc.constantFrom(...base62), (at, character) => {
      const { key } = createApiKey();
      const mistyped = key.slice(0, at) + character + key.slice(at + 1);
      expect(isWellFormedApiKey(mistyped)).toBe(mistyped === key);
      const swapped = key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2);
      expect(isWellFormedApiKey(swapped)).toBe(swapped === key);
    }),
  );
});

test('anything else is not well formed', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)));
  const { key } = createApiKey();
  for (const text of [`${key}\n`, ` ${key}`, key.slice(1), `${key}0`, key.toLowerCase().toUpperCase()]) {
    expect(isWellFormedApiKey(text)).toBe(false);
  }
});

test('the secret characters of keys are spread evenly', () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 2_000; index += 1) {
    for (const character of createApiKey().key.slice(12, 44)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  const expected = (2_000 * 32) / 62;
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.2);
});

test('a webhook secret is 24 random bytes in base64 after its prefix', () => {
  const secret = createWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(24);
});

test('ids do not repeat', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => createId('ntf')));
  expect(ids.size).toBe(10_000);
  expect([...ids].every((id) => /^ntf_[0-9a-z]{20}$/.test(id))).toBe(true);
});
