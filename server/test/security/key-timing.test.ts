import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { createApiKey, isWellFormedApiKey } from '../../src/lib/secrets.ts';
import { onEachKind, startAttackedProcess } from './support/attacked-service.ts';
import { chanceOf, median, separation, timeKeys } from './support/timing.ts';

const rounds = 500;

onEachKind('how long a refusal takes tells nothing of how much of a key was right', async (kind) => {
  const env = { UNDERSTUDY_FAILED_AUTHENTICATIONS_PER_MINUTE: '100000', UNDERSTUDY_LOG_LEVEL: 'error' };
  const service = await startAttackedProcess({ kind, env });
  const revoked = await service.createKey();
  await service.store.revokeKey({ keyId: revoked.keyId });
  const timings = await timeKeys(
    service.url,
    new Map([
      ['unknown', () => createApiKey().key],
      ['unknown again', () => createApiKey().key],
      ['all but the last secret character', () => withRight(service.key, 43)],
      ['the first half', () => withRight(service.key, 28)],
      ['revoked', () => revoked.key],
    ]),
    rounds,
  );
  const unknown = timings.get('unknown') ?? [];
  const told = [...timings].map(([name, times]) => {
    const share = separation(unknown, times);
    return { name, medianMs: Number(median(times).toFixed(3)), separation: Number(share.toFixed(3)) };
  });
  // Five standard deviations. With 500 rounds, a smaller difference cannot be distinguished from chance.
  const bound = 5 * chanceOf(rounds);
  for (const { name, separation: share } of told.filter(({ name }) => name !== 'unknown' && name !== 'revoked'))
    expect(Math.abs(share - 0.5), `${name}: ${JSON.stringify(told)}`).toBeLessThan(bound);
});

test('the measure detects a difference of a twentieth of the spread, and none if there is none', () => {
  const noise = () => Array.from({ length: rounds }, () => 1 + Math.random());
  expect(Math.abs(separation(noise(), noise()) - 0.5)).toBeLessThan(5 * chanceOf(rounds));
  const slower = noise().map((value) => value + 0.2);
  expect(separation(noise(), slower) - 0.5).toBeGreaterThan(5 * chanceOf(rounds));
});

test('a key with a right beginning is well formed, so that it is looked up and not rejected for its checksum', () => {
  const { key } = createApiKey();
  for (const characters of [28, 43]) {
    const near = withRight(key, characters);
    expect(isWellFormedApiKey(near)).toBe(true);
    expect([near === key, near.slice(0, characters) === key.slice(0, characters)]).toEqual([false, true]);
  }
});

/** Returns a well-formed key that starts with the given number of characters of `key` and differs in the next one. */
function withRight(key: string, characters: number): string {
  const random = createApiKey().key;
  const next = key[characters] === 'x' ? 'y' : 'x';
  const body = (key.slice(0, characters) + next + random.slice(characters + 1)).slice(0, 44);
  return body + checksumOf(body);
}

function checksumOf(text: string): string {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < 6; index += 1) {
    digits = (base62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
