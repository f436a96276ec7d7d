import { expect, test } from 'vitest';
import { isOnlySmallTalk, withoutSmallTalk } from '../../src/drafting/answer/small-talk.ts';
import { asks, viewsOf } from '../../src/drafting/answer/views.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { wordIdOf } from '../../src/drafting/text/word-ids.ts';
import { understand } from '../../src/drafting/understand/understand.ts';

async function viewsIn(message: string) {
  const understanding = await understand(message, ['en'], (word) => word === 'aurora');
  return viewsOf(understanding, [], (word) => word === wordIdOf('bowls')).map(({ kind, tokens, from, to, clause }) => ({
    kind,
    words: tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(' '),
    asks: clause !== undefined && asks(clause),
  }));
}

test('a greeting before a question is not part of what is judged, and asks nothing', async () => {
  const question = { kind: 'whole', words: 'how do i cancel my membership', asks: true };
  expect(await viewsIn('How do I cancel my membership?')).toEqual([question]);
  expect(await viewsIn('Hi Aurora. How do I cancel my membership?')).toEqual([question]);
});

test('praise before a question stays, because the question may refer to it, and asks nothing', async () => {
  const [whole, ...clauses] = await viewsIn('I love your blue bowls so much! How much are they?');
  expect(whole?.words).toContain('blue bowls');
  expect(clauses.map((one) => one.asks)).toEqual([false, true]);
});

test('a message that is only a greeting is judged as a whole', async () => {
  expect(await viewsIn('hello Aurora')).toMatchObject([{ kind: 'whole', words: 'hello aurora', asks: false }]);
});

test('small talk at both ends of a question is not part of what is judged', async () => {
  const wholeOf = async (message: string) => (await viewsIn(message))[0]?.words;
  expect(await wholeOf('ok and how much is the shipping')).toBe('how much is the shipping');
  expect(await wholeOf('hey girl how much are the tide bowls lol')).toBe('how much are the tide bowls');
  expect(await wholeOf('quick question do you ship to Norway thanks in advance')).toBe('do you ship to norway');
  expect(await wholeOf('haha ok. do you teach?')).toBe('do you teach');
});

test('small talk is cut off until two words are left, and only at the ends', () => {
  const cut = (text: string): string => {
    const list = tokens(normalise(text));
    return list
      .slice(...withoutSmallTalk(list, 0, list.length))
      .map(({ word }) => word)
      .join(' ');
  };
  expect(cut('hey girl')).toBe('hey girl');
  expect(cut('ok so thanks')).toBe('so thanks');
  expect(cut('is the class ok for girls pls')).toBe('is the class ok for girls');
  expect(cut('by the way how much by any chance')).toBe('how much');
});

test('an expression that goes on after the clause does not make the clause small talk', () => {
  const list = tokens(normalise('i like one. question about the kiln'));
  const one = list.findIndex(({ word }) => word === 'one');
  expect(isOnlySmallTalk(list, one, one + 1)).toBe(false);
  expect(isOnlySmallTalk(list, one, one + 2)).toBe(true);
});

test('only expressions of small talk and emoji make a clause small talk', () => {
  const isSmallTalk = (text: string): boolean => {
    const list = tokens(normalise(text));
    return isOnlySmallTalk(list, 0, list.length);
  };
  for (const text of ['ok', 'haha ok', 'thank you so much 💛', 'oh wow']) expect(isSmallTalk(text), text).toBe(true);
  for (const text of ['how much', 'ok now', 'in red', 'thank you for nothing'])
    expect(isSmallTalk(text), text).toBe(false);
});

test('a remark in everyday words is left out, unless it names a value or an item; any other remark stays', async () => {
  const wholeOf = async (message: string) => (await viewsIn(message))[0]?.words;
  const question = 'how do i cancel my membership';
  expect(await wholeOf('I love your work so much. How do I cancel my membership?')).toBe(question);
  expect(await wholeOf('I love the bowls so much. How do I cancel my membership?')).toContain('bowls');
  expect(await wholeOf('Hello from Norway. How do I cancel my membership?')).toContain('norway');
  expect(await wholeOf('I am pregnant. How do I cancel my membership?')).toContain('pregnant');
});
