import { expect, test } from 'vitest';
import { asks, viewsOf } from '../../src/drafting/answer/views.ts';
import { understand } from '../../src/drafting/understand/understand.ts';

async function viewsIn(message: string) {
  const understanding = await understand(message, ['en'], (word) => word === 'aurora');
  return viewsOf(understanding, []).map(({ kind, tokens, from, to, clause }) => ({
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

test('a remark that changes no answer is left out, and any other remark stays', async () => {
  const wholeOf = async (message: string) => (await viewsIn(message))[0]?.words;
  const question = 'how do i cancel my membership';
  for (const aside of ['My bus is late again.', 'I have a toddler and zero time lol.', 'I love your work so much.'])
    expect(await wholeOf(`${aside} How do I cancel my membership?`), aside).toBe(question);
  expect(await wholeOf('How do I cancel my membership? My husband thinks I am crazy haha.')).toBe(question);
  expect(await wholeOf('my cat is sitting on my keyboard how do I cancel my membership')).toBe(question);
  for (const remark of ['I am pregnant.', 'I am in Norway.', 'The lid does not close anymore.'])
    expect(await wholeOf(`${remark} How do I cancel my membership?`), remark).toBe(
      `${remark.slice(0, -1).toLowerCase()} ${question}`,
    );
});
