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
