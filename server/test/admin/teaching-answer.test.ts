import { describe, expect, test } from 'vitest';
import { readTeachingAnswer } from '../../src/admin/teaching/read-answer.ts';
import { siftPhrases } from '../../src/admin/teaching/sift-phrases.ts';
import type { PhraseName } from '../../src/admin/teaching/taught-items.ts';

const plain = { items: [{ id: 'f_ship', aliases: ['do you post', 'is it far'], nearMisses: ['by boat?'] }] };
const shipping = [
  { itemId: 'f_ship', kind: 'alias', text: 'do you post' },
  { itemId: 'f_ship', kind: 'alias', text: 'is it far' },
  { itemId: 'f_ship', kind: 'near_miss', text: 'by boat?' },
];
const json = JSON.stringify(plain, null, 2);

describe("an assistant's answer is read", () => {
  test.each([
    ['as bare JSON', json],
    ['in prose', `Sure! Here are the phrases [as asked]:\n\n${json}\n\nLet me know {if you need more}.`],
    ['in a code fence', `Here:\n\`\`\`json\n${json}\n\`\`\``],
    [
      'in several blocks',
      `${json.replace('"is it far"', '"do you post"')}\nand\n\`\`\`\n{"items":[{"id":"f_ship","aliases":["is it far"]}]}\n\`\`\``,
    ],
    ['with trailing commas', json.replaceAll(']', ',]').replaceAll('}', ',}')],
    ['with curly quotes', json.replace(/"([^"]*)"/g, '“$1”')],
    ['with single quotes', json.replaceAll('"', "'")],
    ['as a list of items', JSON.stringify(plain.items)],
    ['behind its thoughts', `<think>{"items":[{"id":"f_ship","aliases":["no"]}]}</think>${json}`],
    ['with other spellings of the members', json.replace('nearMisses', 'near_misses').replace('aliases', 'phrases')],
    ['twice over', `${json}\n${json}`],
  ])('%s', (_, answer) => {
    expect(readTeachingAnswer(answer).toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0))).toEqual(
      shipping,
    );
  });

  test('up to the point where it breaks off', () => {
    const broken = `{"items":[{"id":"f_a","aliases":["one"],"nearMisses":[]},{"id":"f_b","aliases":["two","three","fo`;
    expect(readTeachingAnswer(broken).map(({ itemId, text }) => [itemId, text])).toEqual([
      ['f_a', 'one'],
      ['f_b', 'two'],
      ['f_b', 'three'],
    ]);
  });

  test('with unescaped quotes, escapes and line breaks', () => {
    const answer = '{"items":[{"id":"f","aliases":["is the "moon" mug big","it\\u0027s\\nfar","two\n lines"]}]}';
    expect(readTeachingAnswer(answer).map(({ text }) => text)).toEqual([
      'is the "moon" mug big',
      "it's far",
      'two lines',
    ]);
  });

  test('skipping anything that is not text, and returning nothing if there is no item', () => {
    expect(
      readTeachingAnswer('{"items":[{"id":"f","aliases":[1,null,{"a":"b"},["x"],"ok"]},{"aliases":["no id"]}]}'),
    ).toEqual([{ itemId: 'f', kind: 'alias', text: 'ok' }]);
    expect(readTeachingAnswer('I cannot help with that.')).toEqual([]);
    expect(readTeachingAnswer('{"__proto__":{"id":"f"},"constructor":"x"}')).toEqual([]);
  });
});

test.each(['{', '[', '{"a":', '["', '{"items":[', '{"id":"f","aliases":["x" ', "'", '\\', '[{'])(
  'two megabytes of %s are processed within seconds',
  (unit) => {
    const started = process.cpuUsage();
    readTeachingAnswer(unit.repeat(Math.floor(2_000_000 / unit.length)));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000);
  },
);

const facts = [
  { id: 'f_ship', text: 'I ship within the EU.', aliases: ['do you post'] },
  { id: 'f_mug', text: 'The mug holds 350 ml.' },
];
const alias = (text: string, itemId = 'f_ship'): PhraseName => ({ itemId, kind: 'alias', text });

describe('of suggested phrases', () => {
  test.each([
    ['unknown_item', alias('x y', 'f_gone'), 'There is no fact or offer "f_gone".'],
    ['length', alias('x'.repeat(301)), 'It is 301 characters long, but a phrase must be 1 to 300.'],
    ['length', alias(''), 'It is 0 characters long'],
    ['markup', alias('is it <b>far</b>'), 'markup'],
    ['markup', alias('[far](https://x.example)'), 'markup'],
    ['markup', alias('**far**'), 'markup'],
    ['markup', alias('- far'), 'markup'],
    ['markup', alias('far\u0007'), 'control characters'],
    ['contradicts', alias('do you ship to brazil'), '"brazil"'],
    ['personal', alias('write to joe@example.com'), 'personal data'],
    ['hazard', alias('i will kill you if you do not ship'), 'danger'],
    ['claimed', alias('do you post', 'f_mug'), '"f_ship"'],
  ] as const)('phrases with the fault %s are rejected, with a sentence that says why', (reason, phrase, words) => {
    const { taken, refused } = siftPhrases({ facts }, [phrase, alias('is it far away')]);
    expect(taken).toEqual([alias('is it far away')]);
    expect(refused).toEqual([expect.objectContaining({ reason, message: expect.stringContaining(words) })]);
  });

  test('phrases that an item or a waiting suggestion already has are recognised', () => {
    const { taken, known } = siftPhrases({ facts }, [alias('Do you post?'), alias('how far')], [alias('how far!')]);
    expect([taken, known.map(({ text }) => text)]).toEqual([[], ['Do you post?', 'how far']]);
  });

  test('a phrase for two items is rejected for both', () => {
    const { taken, refused } = siftPhrases({ facts }, [alias('tell me all'), alias('tell me all', 'f_mug')]);
    expect([taken, refused.map(({ reason }) => reason)]).toEqual([[], ['claimed', 'claimed']]);
  });

  test("phrases beyond an item's limit are rejected, including waiting ones, and the limit is named", () => {
    const many = Array.from({ length: 110 }, (_, at) => alias(`way number ${at} of asking`));
    const waiting = Array.from({ length: 9 }, (_, at) => alias(`another way ${at}`));
    const { taken, refused } = siftPhrases({ facts }, many, waiting);
    expect([taken.length, refused.length]).toEqual([90, 20]);
    expect(refused[0]?.message).toContain('has 100 aliases');
  });

  test("a profile's 20,001st phrase is rejected, with the limit and the remedy", () => {
    const full = Array.from({ length: 200 }, (_, item) => ({
      id: `f_${item}`,
      text: `Answer ${item}.`,
      aliases: Array.from({ length: item === 0 ? 99 : 100 }, (_each, at) => `way ${at} to item ${item}`),
    }));
    const open = { id: 'f_open', text: 'One more answer.', nearMisses: ['the last that fits'] };
    const { taken, refused } = siftPhrases({ facts: [...full, open] }, [alias('one too many', 'f_open')]);
    expect(taken).toEqual([]);
    expect(refused).toEqual([expect.objectContaining({ reason: 'too_many' })]);
    expect(refused[0]?.message).toMatch(/20,000 training phrases.*Remove some/);
  });
});
