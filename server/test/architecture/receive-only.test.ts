import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendsIn } from './find-sends.ts';

const pull = join(import.meta.dirname, '../../src/pull');

test('the code that polls providers for messages makes only listed read calls', () => {
  const files = globSync('**/*.ts', { cwd: pull });
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(sendsIn(file, readFileSync(join(pull, file), 'utf8')), file).toEqual([]);
});

test.each([
  ["await ask('sendMessage', { chat_id: '1', text: 'hi' });", 'the call sendMessage'],
  ["await ask('getMe', { method: 'sendMessage' });", 'the name sendMessage'],
  ['await ask(name);', 'the call that is no plain name'],
  ["await fetch(url, { method: 'POST' });", 'a request that is not a plain GET'],
  ['await fetch(url, options);', 'a request that is not a plain GET'],
  ["await client.append('Drafts', raw);", 'the mail command append'],
  ["await client.messageFlagsAdd('1', []);", 'the mail command messageFlagsAdd'],
  ["await client.mailboxOpen('INBOX');", 'a mailbox that is not opened read-only'],
])('a planted call that sends is found: %s', (source, what) => {
  expect(sendsIn('planted.ts', source)).toContain(what);
});
