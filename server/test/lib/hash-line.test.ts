import { expect, test } from 'vitest';
import { errorCatalogue } from '../../src/lib/error-catalogue.ts';
import { createHashLine } from '../../src/lib/turns/hash-line.ts';

test('a known person is served next, however many strangers are waiting, and strangers are rejected beyond a limit', async () => {
  const line = createHashLine();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      order.push(name);
      ends.push(resolve);
    });
  const strangers = Array.from({ length: 300 }, (_, number) =>
    line.run({ isKnown: false, network: `2001:db8:${number.toString(16)}::/48` }, work(`s${number}`)).then(
      () => 'served',
      (error: Error) => error.message,
    ),
  );
  const known = line.run({ isKnown: true, network: '2001:db8::/48' }, work('known'));
  expect(order).toEqual(['s0', 's1']);
  expect(line.waiting()).toBe(65);
  ends.shift()?.();
  await expect.poll(() => order).toEqual(['s0', 's1', 'known']);
  while (line.waiting() > 0 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await known;
  const outcomes = await Promise.all(strangers);
  expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(66);
  expect(outcomes[299]).toBe(errorCatalogue.rate_limited.cases.signIns);
});

test('one network has a limited part of the queue, and another still gets in', async () => {
  const line = createHashLine();
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const from = (network: string) =>
    line
      .run({ isKnown: false, network }, () => held)
      .then(
        () => true,
        () => false,
      );
  const crowd = Array.from({ length: 40 }, () => from('2001:db8:1::/48'));
  const other = from('198.51.100.7');
  expect(line.waiting()).toBe(17);
  end();
  expect((await Promise.all(crowd)).filter(Boolean)).toHaveLength(18);
  expect(await other).toBe(true);
});
