import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { authorsOf, readMessages } from '../../../training/read-messages.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function authors(list: Record<string, { split: string; files: Record<string, string> }>): string {
  const base = mkdtempSync(join(tmpdir(), 'training-'));
  folders.push(base);
  for (const [name, { split, files }] of Object.entries(list)) {
    const folder = join(base, 'messages', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'author.yaml'), `id: ${name}\nsplit: ${split}\n`);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  }
  return base;
}

test('messages are read with intent, act and author; headings and empty lines are skipped', () => {
  const files = {
    'refund.txt': '# trade: music\n# act: demand\ngive it back\n\n# act: question\ncan i\\nreturn it?\n',
  };
  const base = authors({ one: { split: 'train', files } });
  expect(readMessages('train', base)).toEqual([
    { text: 'give it back', intent: 'refund', act: 'demand', author: 'one' },
    { text: 'can i\nreturn it?', intent: 'refund', act: 'question', author: 'one' },
  ]);
});

test('text that is reserved for the measures is never opened', () => {
  const broken = { 'no_intent.txt': 'this would be refused, were it read' };
  const base = authors({
    kept: { split: 'test', files: broken },
    other: { split: 'train', files: { 'greeting.txt': 'hi' } },
  });
  expect(readMessages('train', base)).toHaveLength(1);
  expect(readMessages('validation', base)).toEqual([]);
  expect(authorsOf('messages', 'train', base)).toEqual(['other']);
});

test.each([
  [{ 'nonsense.txt': 'hi' }, 'is not an intent'],
  [{ 'refund.txt': '# act: shouting\nhi' }, 'is not an act'],
])('a file in a different format is rejected with its name', (files, complaint) => {
  const base = authors({ one: { split: 'train', files: files as Record<string, string> } }); // each entry has one file
  expect(() => readMessages('train', base)).toThrow(complaint);
});
