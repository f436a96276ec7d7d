import { expect, test } from 'vitest';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { clauses } from '../../src/drafting/understand/clauses.ts';
import { coresOf, type TalkMargin } from '../../src/drafting/understand/small-talk.ts';

/**
 * Returns the cores of a text. A stretch is small talk of a kind if it is one of the expressions of that kind. The
 * expressions in `far` are far below the limit.
 */
function coresIn(
  text: string,
  talk: { aside?: string[]; far?: string[]; opener?: string[]; closer?: string[] },
  introductions = 0,
) {
  const normal = normalise(text);
  const list = tokens(normal);
  const wordsOf = (from: number, to: number): string =>
    list
      .slice(from, to)
      .map(({ word }) => word)
      .join(' ');
  const margin: TalkMargin = (kind, from, to) => {
    if (talk.far?.includes(wordsOf(from, to)) === true) return -0.8;
    return talk[kind]?.includes(wordsOf(from, to)) === true ? 0.4 : -0.1;
  };
  const parts = clauses(normal, list).map((clause, at) => ({ ...clause, isIntroduction: at < introductions }));
  return coresOf(list, parts, margin).map((core) => core && wordsOf(core.from, core.to));
}

test('remarks before the first and after the last question are left out, alone or together', () => {
  const aside = ['the bus is late', 'it rains', 'the bus is late it rains', 'my cat says hi'];
  expect(coresIn('The bus is late. It rains. Do you ship? My cat says hi.', { aside })).toEqual([
    null,
    null,
    'do you ship',
    null,
  ]);
  expect(coresIn('My order is lost. It rains. Do you ship?', { aside })).toEqual([
    'my order is lost',
    'it rains',
    'do you ship',
  ]);
  expect(coresIn('It rains. My order is lost. Do you ship?', { aside })[0]).toBe(null);
});

test('a clause with a question mark stays, and so does one clause of a message without any', () => {
  expect(coresIn('Is it raining?', { aside: ['is it raining'] })).toEqual(['is it raining']);
  const aside = ['it rains', 'i love it', 'it rains i love it'];
  expect(coresIn('It rains. I love it.', { aside })).toEqual([null, 'i love it']);
  expect(coresIn('hello Aurora', {}, 1)).toEqual(['hello aurora']);
});

test('openers and closers are cut off until three words are left', () => {
  const talk = { opener: ['hey girl', 'random one'], closer: ['no rush at all', 'cheers in advance'] };
  expect(coresIn('hey girl do you ship no rush at all', talk)).toEqual(['do you ship']);
  expect(coresIn('random one shipping', talk)).toEqual(['random one shipping']);
});

test('a remark that runs into a question without punctuation is cut off before the question', () => {
  const aside = ['my cat sits on my keyboard', 'my cat'];
  expect(coresIn('my cat sits on my keyboard how much is the bowl', { aside })).toEqual(['how much is the bowl']);
  expect(coresIn('my cat wants the blue bowl', { aside })).toEqual(['my cat wants the blue bowl']);
});

test('words that never change a question are cut off at its ends until two words are left, and only there', () => {
  expect(coresIn('and how much is it lol pls', {})).toEqual(['how much is it']);
  expect(coresIn('ok haha. Do you teach?', {})).toEqual([null, 'do you teach']);
  expect(coresIn('ok so thanks', {})).toEqual(['so thanks']);
  for (const whole of ['is the class ok for girls', 'how much is plus', 'is the size right'])
    expect(coresIn(whole, {}), whole).toEqual([whole]);
});

test('emoji are no words of a question, and do not hide the words before them', () => {
  expect(coresIn('how much is it pls 🙏🙏', {})).toEqual(['how much is it']);
  const opener = ['random one'];
  expect(coresIn('random one 🤣🤣🤣', { opener })).toEqual(['random one']);
  expect(coresIn('🤣🤣🤣', {})).toHaveLength(1);
});

test('a remark that matters stays between two that do not, even if all three together look like small talk', () => {
  const aside = ['it rains', 'it rains my order is lost', 'my cat says hi'];
  const margin = { far: ['my order is lost'] };
  expect(coresIn('It rains. My order is lost. Do you ship?', { aside, ...margin })).toEqual([
    null,
    'my order is lost',
    'do you ship',
  ]);
});
