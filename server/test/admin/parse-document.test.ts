import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseDocument } from '../../src/admin/documents/parse-document.ts';
import { parseYaml } from '../../src/admin/documents/parse-yaml.ts';
import { OperatorError } from '../../src/lib/errors.ts';

async function refusal(text: string | Buffer, name: string): Promise<{ message: string; faults: readonly string[] }> {
  try {
    await parseDocument(Buffer.from(text), name);
  } catch (error) {
    if (error instanceof OperatorError) return { message: error.message, faults: error.faults };
    throw error;
  }
  throw new Error('nothing was refused');
}

test.each([
  ['{"workspaces": [}', 'expected a value, found "}" at line 1, column 17'],
  ['{\n  "a": 1,\n}', 'expected a property name in double quotes and a colon, found "}" at line 3, column 1'],
  ['{"a": 1} x', 'expected the end of the text, found "x" at line 1, column 10'],
  ["{'a': 1}", `expected a property name in double quotes and a colon, found "'" at line 1, column 2`],
  [
    '{"a": "x\ny"}',
    'expected a string that ends with a double quote, with line breaks written as \\n, found "\\n" at line 1, column 9',
  ],
  ['{"a": 01}', 'expected "," or "}", found "1" at line 1, column 8'],
  ['[1, 2', 'expected "," or "]", found the end of the text at line 1, column 6'],
  ['{"a": tru}', 'expected a value, found "t" at line 1, column 7'],
])('broken JSON is reported with line and column: %j', async (text, message) => {
  expect((await refusal(text, 'a.json')).message).toBe(`a.json is not valid JSON: ${message}.`);
});

test('JSON that JSON.parse rejects is rejected with its position, and JSON that it accepts is read the same', async () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', ':', 'x'))
    .map(
      ([text, at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), broken), async (text) => {
      fc.pre(text.trim() !== '');
      let wanted: unknown;
      try {
        wanted = JSON.parse(text);
      } catch {
        expect((await refusal(text, 'a.json')).message).toMatch(
          /is not valid JSON: expected .* found .* at line \d+, column \d+\.$/s,
        );
        return;
      }
      try {
        expect(await parseDocument(Buffer.from(text), 'a.json')).toEqual(wanted);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        expect(error.message).toContain('contains a property twice');
      }
    }),
    { numRuns: 500 },
  );
});

test('a property that occurs twice in JSON is rejected, because one value would be lost', async () => {
  const { message, faults } = await refusal('{"a": 1,\n "b": {"c": 1, "\\u0063": 2}, "a": 2}', 'a.json');
  expect(message).toContain('contains a property twice in one object');
  expect(faults).toEqual(['"c" again at line 2, column 16', '"a" again at line 2, column 30']);
});

test.each([
  ['workspaces: [a, b\nc: d', /^line 2, column 1: /],
  ['a: 1\nb: 2\na: 3\n', /^line 3, column 1: this mapping contains the key twice/],
  ['a:\n\t- b\n', /^line 2, column 1: the indentation contains a tab; use spaces/],
])('broken YAML is reported with line and column: %j', async (text, fault) => {
  const { message, faults } = await refusal(text, 'a.yaml');
  expect(message).toBe('a.yaml is not valid YAML.');
  expect(faults[0]).toMatch(fault);
});

test('an alias without its anchor is rejected', async () => {
  expect((await refusal('a: *nowhere\n', 'a.yaml')).message).toBe(
    'a.yaml contains an alias (*name) without an anchor (&name) before it.',
  );
});

test('aliases that multiply without limit are rejected', async () => {
  const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level <= 8; level += 1) {
    bomb.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
  }
  expect((await refusal(bomb.join('\n'), 'a.yaml')).message).toContain('repeats its contents through aliases');
});

test('dates in YAML stay text, and no word becomes true or false', async () => {
  const text = 'sentAt: 2026-01-31T09:30:00Z\nsince: 2024-03-01\ncountry: NO\nanswer: yes\n';
  expect(await parseDocument(Buffer.from(text), 'a.yaml')).toEqual({
    sentAt: '2026-01-31T09:30:00Z',
    since: '2024-03-01',
    country: 'NO',
    answer: 'yes',
  });
});

test.each([
  ['', 'is empty'],
  [' \n\n', 'is empty'],
  [Buffer.from([0xff, 0xfe, 0x61, 0x00]), 'is UTF-16 text. Save it as UTF-8.'],
  [
    Buffer.concat([Buffer.from('a: 1\nb: "'), Buffer.from([0xe9]), Buffer.from('"\n')]),
    'is not UTF-8 text: line 2 contains an invalid byte',
  ],
  ['a: 1\n---\nb: 2\n', 'contains more than one YAML document'],
])('content that is not text, or not UTF-8, is rejected: %#', async (text, message) => {
  expect((await refusal(text, 'a.yaml')).message).toContain(message);
});

test('a byte order mark is not part of the text', async () => {
  expect(await parseDocument(Buffer.from('\ufeff{"a":1}'), 'a.json')).toEqual({ a: 1 });
});

test('without a file extension, content that begins with a brace is JSON and all other content is YAML', async () => {
  expect(await parseDocument(Buffer.from(' {"a": 1}'), 'standard input')).toEqual({ a: 1 });
  expect(await parseDocument(Buffer.from('a: 1'), 'standard input')).toEqual({ a: 1 });
  expect((await refusal('{a: 1}', 'standard input')).message).toContain('is not valid JSON');
  expect(await parseDocument(Buffer.from('{a: 1}'), 'a.yml')).toEqual({ a: 1 });
});

const trickyText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    'conversations:',
    '- id: x',
    '    messages:\n      - a\n',
    '# no comment',
    'a: b',
    '| block',
    "it's",
    '"',
    '*star',
    '&and',
    '\ttab',
    ' ends ',
    '---',
    'null',
    '12',
    'päivää 🎉',
  ),
);
const message = fc.record({ id: fc.uuid(), body: trickyText, note: fc.array(trickyText, { maxLength: 3 }) });
const conversation = fc.record({
  id: trickyText,
  notes: fc.array(trickyText, { maxLength: 3 }).map((lines) => lines.join('\n')),
  messages: fc.array(message, { maxLength: 30 }),
});

test('a long YAML text that is read in parts gives the same value as when read as a whole', () => {
  fc.assert(
    fc.property(
      fc.array(conversation, { maxLength: 8 }),
      fc.array(conversation, { maxLength: 8 }),
      fc.constantFrom(0, 40, 80),
      fc.constantFrom(2, 4),
      fc.boolean(),
      fc.integer({ min: 10, max: 400 }),
      (first, second, lineWidth, indent, indentSeq, partLength) => {
        const document = {
          workspaces: [
            { id: 'a', conversations: first, name: 'after the list' },
            { id: 'b', about: 'conversations:\n  - not one\n', conversations: second },
          ],
        };
        const text = stringify(document, { lineWidth, indent, indentSeq, aliasDuplicateObjects: false });
        expect(parseYaml(text, 'a.yaml', () => {}, { wholeBelow: 0, partLength })).toEqual(parse(text));
      },
    ),
    { numRuns: 300 },
  );
});

test('an error in a long YAML text is reported with its own line', async () => {
  const lines = ['workspaces:', '  - id: a', '    conversations:'];
  for (let index = 0; index < 12_000; index += 1) lines.push(`      - { id: c${index}, note: "${'x'.repeat(60)}" }`);
  lines[9_003] = '      - { id: c9000, id: again }';
  const { faults } = await refusal(lines.join('\n'), 'a.yaml');
  expect(faults).toEqual([
    'line 9004, column 22: this mapping contains the key twice, so one of the values would be lost',
  ]);
});

test('an alias into another part of a long YAML text is followed', async () => {
  const lines = ['workspaces:', '  - id: a', '    channel: &channel instagram', '    conversations:'];
  for (let index = 0; index < 9_000; index += 1)
    lines.push(`      - { id: c${index}, channel: ${index === 8_999 ? '*channel' : `"${'x'.repeat(60)}"`} }`);
  const value = await parseDocument(Buffer.from(lines.join('\n')), 'a.yaml');
  expect(value).toMatchObject({
    workspaces: [{ conversations: expect.arrayContaining([{ id: 'c8999', channel: 'instagram' }]) }],
  });
});
