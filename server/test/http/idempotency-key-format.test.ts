import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();

test('an idempotency key has 8 to 120 characters, begins with a letter or digit, and continues with letters, digits and . _ : -', async () => {
  const world = await startCheckedWorld(harness);
  const fitting = [
    'abcdefgh',
    '12345678',
    'A'.repeat(120),
    'a.b_c:d-e',
    '0-------',
    'z:::::::',
    'Order:2026-01-01.7_b',
  ];
  for (const idempotencyKey of fitting) {
    expect((await world.draft({}, { idempotencyKey })).status, idempotencyKey).toBe(200);
    expect((await world.handoff({}, { idempotencyKey })).status, idempotencyKey).toBe(200);
  }
  const unfitting = [
    'abcdefg',
    'a',
    '',
    ' ',
    'A'.repeat(121),
    'A'.repeat(5_000),
    '-abcdefgh',
    '.abcdefgh',
    '_abcdefgh',
    ':abcdefgh',
    'abcd efgh',
    'abcdefg!',
    'abcdefgé',
    'abcd/efgh',
    'abcd,efgh',
    'abcd\tefgh',
    '"abcdefgh"',
  ];
  for (const idempotencyKey of unfitting) {
    expectRefusal(await world.draft({}, { idempotencyKey }), 'idempotency_key_required');
    expectRefusal(await world.handoff({}, { idempotencyKey }), 'idempotency_key_required');
  }
});

test('a write without an idempotency key is rejected, and the message describes a valid key', async () => {
  const world = await startCheckedWorld(harness);
  for (const answer of [
    await world.draft({}, { idempotencyKey: null }),
    await world.handoff({}, { idempotencyKey: null }),
  ]) {
    expectRefusal(answer, 'idempotency_key_required');
    expect(answer.body.message).toMatch(/\b8\b.*\b120\b/);
  }
});

test('an idempotency key in the body does not count', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await world.draft({ idempotencyKey: 'abcdefgh-1' }, { idempotencyKey: null });
  expectRefusal(answer, 'idempotency_key_required');
});

test('a read needs no idempotency key and ignores one', async () => {
  const world = await startCheckedWorld(harness);
  for (const idempotencyKey of ['abcdefgh', '!']) {
    expect((await world.persona('prof_aurora', { idempotencyKey })).status).toBe(200);
    const usage = await world.usage({ idempotencyKey });
    expect(usage.status).toBe(200);
    expect(usage.headers.get('idempotency-replayed')).toBeNull();
  }
});

test('idempotency keys that differ in case are different keys', async () => {
  const world = await startCheckedWorld(harness);
  expect((await world.draft({ message: 'first message' }, { idempotencyKey: 'case-key' })).status).toBe(200);
  const other = await world.draft({ message: 'second message' }, { idempotencyKey: 'CASE-KEY' });
  expect(other.status).toBe(200);
  expect(other.headers.get('idempotency-replayed')).toBeNull();
});
