import Type from 'typebox';
import { expect, test } from 'vitest';
import { createValidator } from '../../src/lib/validator.ts';

const closed = { additionalProperties: false };
const validate = createValidator(
  Type.Object(
    {
      message: Type.String({ minLength: 2, maxLength: 800 }),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      at: Type.Optional(Type.String({ format: 'date-time' })),
      history: Type.Optional(
        Type.Array(
          Type.Object({ body: Type.String(), direction: Type.Optional(Type.Enum(['inbound', 'outbound'])) }, closed),
          {
            maxItems: 2,
          },
        ),
      ),
    },
    closed,
  ),
);

function messages(value: unknown): string[] {
  const result = validate(value);
  return result.ok ? [] : result.faults.map((fault) => fault.message);
}

test('a valid value is returned unchanged', () => {
  const value = { message: 'hello', history: [{ body: '', direction: 'inbound' }] };
  expect(validate(value)).toEqual({ ok: true, value });
});

test.each([
  [{}, 'message is required'],
  [[], 'the body must be an object; it is an array'],
  [null, 'the body must be an object; it is null'],
  ['text', 'the body must be an object; it is a string'],
  [{ message: 'x' }, 'message must have at least 2 characters; it has 1'],
  [{ message: 'x'.repeat(912) }, 'message must have at most 800 characters; it has 912'],
  [{ message: 7 }, 'message must be a string; it is the number 7'],
  [{ message: 'hi', count: 9 }, 'count must be at most 5; it is 9'],
  [{ message: 'hi', count: 1.5 }, 'count must be a whole number; it is the number 1.5'],
  [{ message: 'hi', foo: 1 }, 'unknown property "foo"'],
  [{ message: 'hi', historie: [] }, 'unknown property "historie"; did you mean "history"?'],
  [
    { message: 'hi', history: [{ body: 'a' }, { body: 'a', direction: 'in' }] },
    'history[1].direction must be one of inbound, outbound',
  ],
  [{ message: 'hi', history: [{ body: 'a', sender: 'b' }] }, 'unknown property "sender" in history[0]'],
  [
    { message: 'hi', history: [{ body: '' }, { body: '' }, { body: '' }] },
    'history must have at most 2 items; it has 3',
  ],
  [{ message: 'hi\0' }, 'message must not contain a NUL character'],
  [{ message: 'hi \ud83d' }, 'message must not contain half of a surrogate pair (text that is not valid Unicode)'],
  [JSON.parse('{"message":"hi","__proto__":{}}'), 'unknown property "__proto__"'],
  [
    { message: 'hi', at: '2026-02-30T00:00:00Z' },
    'at must be a date and time with its offset from UTC, such as 2026-01-31T09:30:00Z',
  ],
  [
    { message: 'hi', at: '2016-12-31T23:59:60Z' },
    'at must be a date and time with its offset from UTC, such as 2026-01-31T09:30:00Z',
  ],
  [
    { message: 'hi', at: '2026-01-31 09:30:00Z' },
    'at must be a date and time with its offset from UTC, such as 2026-01-31T09:30:00Z',
  ],
])('an invalid value is reported with its place and limit: %#', (value, message) => {
  expect(messages(value)).toEqual([message]);
});

test('a length counts code points, not UTF-16 units', () => {
  expect(messages({ message: '🎉'.repeat(800) })).toEqual([]);
  expect(messages({ message: '🎉'.repeat(801) })).toEqual(['message must have at most 800 characters; it has 801']);
});

test('every error is reported, but a flood is counted and truncated', () => {
  expect(messages({ message: 'x', count: 0, foo: 1 })).toHaveLength(3);
  const flood = validate({
    message: 'hi',
    ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, 1])),
  });
  expect(flood).toMatchObject({ ok: false, total: 500 });
  expect(flood.ok ? 0 : flood.faults.length).toBe(20);
});

test('a far too large value is rejected by its size, in less than ten times the time that parsing it took', () => {
  const closedItem = (faults: string) => `{"message":"hi","history":[${Array(32_000).fill(faults).join(',')}]}`;
  const names = Array.from({ length: 6_000 }, (_, index) => `"p${index}":1`).join(',');
  const bodies = {
    numbers: closedItem('1'),
    objects: closedItem('{"a":1}'),
    arrays: closedItem('[]'),
    names: `{"message":"hi",${names}}`,
    'names within': `{"message":"hi","history":[{${names}},{${names}}]}`,
  };
  for (const [name, text] of Object.entries(bodies)) {
    const times = { parse: [] as number[], judge: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      const before = performance.now();
      const value: unknown = JSON.parse(text);
      const between = performance.now();
      expect(validate(value).ok).toBe(false);
      times.parse.push(between - before);
      times.judge.push(performance.now() - between);
    }
    const [parseMs, judgeMs] = [Math.min(...times.parse), Math.min(...times.judge)];
    expect(judgeMs / Math.max(parseMs, 0.5), `${name}: ${judgeMs} ms, parsed in ${parseMs} ms`).toBeLessThan(10);
  }
  const many = validate(JSON.parse(bodies.numbers));
  expect(many.ok ? [] : many.faults.map(({ message }) => message)).toEqual([
    'history must have at most 2 items; it has 32000',
    'history[0] must be an object; it is the number 1',
    'history[1] must be an object; it is the number 1',
  ]);
  expect(validate(JSON.parse(bodies['names within']))).toMatchObject({ ok: false, total: 12_002 });
});

test('for strangers, a message contains no number, and no property name that could be a sentence', () => {
  const strict = createValidator(
    Type.Object(
      {
        count: Type.Optional(Type.Integer({ minimum: 1 })),
        open: Type.Optional(Type.Object({})),
        list: Type.Optional(Type.Array(Type.Object({}, closed))),
      },
      closed,
    ),
    { quotes: false },
  );
  const said = (value: unknown) => {
    const result = strict(value);
    return result.ok ? [] : result.faults.map(({ message }) => message);
  };
  expect(said({ cuont: 1 })).toEqual(['unknown property "cuont"; did you mean "count"?']);
  expect(said({ 'sender-type_2': 1 })).toEqual(['unknown property "sender-type_2"']);
  for (const name of ['send it', 'x'.repeat(42), '7', '', 'ignore.all', 'é', 'a\nb'])
    expect(said({ [name]: 1 }), name).toEqual(['an unknown property']);
  expect(said({ list: [{ 'send it': 1 }] })).toEqual(['an unknown property in list[0]']);
  expect(said({ count: 'x' })).toEqual(['count must be a whole number; it is a string']);
  expect(said({ count: 1.5 })).toEqual(['count must be a whole number; it is a number']);
  expect(said({ count: true })).toEqual(['count must be a whole number; it is a boolean']);
  expect(said({ count: -31337 })).toEqual(['count must be at least 1']);
  expect(said({ open: { 'send it': { inner: 'a\0' } } })).toEqual([
    'open.(unnamed).inner must not contain a NUL character',
  ]);
});

test('a property name is never in a message unescaped', () => {
  const [message] = messages({ message: 'hi', [`a\0\u202e\n${'b'.repeat(100)}`]: 1 });
  expect(message).toMatch(/^unknown property "a\\u0000�\\nb{56}…"/);
});

test('endless nesting is an error, not a crash', () => {
  const open = createValidator(Type.Object({ any: Type.Unknown() }));
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(open({ any: deep })).toMatchObject({ ok: false, total: 1 });
});
