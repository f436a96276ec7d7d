import { expect, test } from 'vitest';
import { ungroundedClaims } from '../evaluation/check-claims.ts';
import { validItems } from '../evaluation/creators.ts';
import { composedReplies, falseAlarms, freeReplies, measureChanges } from '../evaluation/measure-guard.ts';

test('a reply of approved texts that was changed in any of sixty ways is rejected', () => {
  const results = measureChanges('verbatim', 15);
  expect(results.length).toBeGreaterThan(55);
  expect(results.filter(({ tried }) => tried < 15).map(({ name }) => name)).toEqual([]);
  expect(results.flatMap(({ missed }) => missed)).toEqual([]);
});

test('a freely worded reply that was changed is rejected in all but one of a hundred cases', () => {
  const results = measureChanges('free', 15, 3);
  const missed = results.flatMap(({ name, missed: list }) => list.map((reply) => `${name}: ${reply}`));
  const tried = results.reduce((sum, kind) => sum + kind.tried, 0);
  expect(missed.length / tried, missed.join('\n')).toBeLessThan(0.01);
});

test('no reply of approved texts is rejected, and at most one in five true paraphrases is', () => {
  expect(falseAlarms(composedReplies(300, 11), 'verbatim')).toEqual([]);
  expect(falseAlarms(composedReplies(300, 12), 'free')).toEqual([]);
  const paraphrases = freeReplies();
  expect(falseAlarms(paraphrases, 'free').length / paraphrases.length).toBeLessThanOrEqual(0.2);
});

test('the independent checker finds nothing in composed replies, and finds a changed value immediately', () => {
  for (const one of composedReplies(200, 13)) {
    const grounds = [...(one.persona.phrases ?? []), ...validItems(one.persona)].filter(({ id }) =>
      one.used.includes(id),
    );
    expect(ungroundedClaims(one.reply, grounds), one.reply).toEqual([]);
    expect(ungroundedClaims(`${one.reply} That makes €1234.`, grounds).map(({ why }) => why)).toContain('value');
  }
});
