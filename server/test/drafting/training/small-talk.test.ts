import { expect, test } from 'vitest';
import { createDice } from '../../../src/drafting/learned/dice.ts';
import { everydayCases } from '../../../training/everyday-cases.ts';
import { readCases } from '../../../training/read-cases.ts';
import { earlierExchanges, readSmallTalk, withSmallTalk } from '../../../training/small-talk.ts';

const talk = readSmallTalk('train');
const [creator] = Map.groupBy(readCases('train'), ({ author, profile }) => `${author}/${profile}`).values();
const cases = creator ?? expect.unreachable('there are training creators');

test('small talk around a question keeps all words of the question, in order', () => {
  const dice = createDice(1);
  const words = ['do', 'you', 'ship', 'to', 'norway'];
  const texts = Array.from({ length: 200 }, () => withSmallTalk('Do you ship to Norway?', 'Aurora Lane', dice, talk));
  for (const text of texts) {
    const found = text.toLowerCase().split(/[^a-z]+/);
    let at = -1;
    for (const word of words) {
      at = found.indexOf(word, at + 1);
      expect(at, `"${word}" in "${text}"`).toBeGreaterThanOrEqual(0);
    }
  }
  expect(new Set(texts).size).toBeGreaterThan(150);
  expect(texts.some((text) => /\baurora\b/i.test(text))).toBe(true);
  expect(withSmallTalk('Do you ship?', 'Aurora', createDice(5), talk)).toBe(
    withSmallTalk('Do you ship?', 'Aurora', createDice(5), talk),
  );
});

test('the texts of small talk are different for training and for the measurement', () => {
  const measured = readSmallTalk('test');
  const chosenOn = readSmallTalk('validation');
  for (const kind of ['asides', 'remarks'] as const) {
    const known = new Set([...talk[kind], ...chosenOn[kind]].map((text) => text.toLowerCase()));
    expect(measured[kind].length, kind).toBeGreaterThan(200);
    expect(measured[kind].filter((text) => known.has(text.toLowerCase())).length, kind).toBeLessThan(5);
  }
  for (const list of [talk, chosenOn, measured].flatMap((one) => Object.values(one)))
    expect(new Set(list).size, 'all texts of a list are different').toBe(list.length);
});

test('an earlier exchange has the approved answer to its question, or none', () => {
  const { persona } = cases[0]?.input ?? expect.unreachable('the creator has cases');
  const answered = cases.filter(({ risk, items }) => risk === 'safe' && items.length > 0);
  const texts = [...(persona.facts ?? []), ...(persona.offers ?? []), ...(persona.phrases ?? [])];
  const dice = createDice(3);
  const turns = Array.from({ length: 40 }, () => earlierExchanges(answered, persona, dice)).flat();
  for (const [at, { from, text }] of turns.entries()) {
    if (from === 'contact') continue;
    const asked = answered.filter(({ message }) => message === turns[at - 1]?.text).flatMap(({ items }) => items);
    const own = texts.filter(({ id }) => asked.includes(id));
    expect(own.some((item) => text.includes(item.text))).toBe(true);
  }
  expect(turns.filter(({ from }) => from === 'creator').length).toBeGreaterThan(10);
});

test('everyday copies of cases keep their labels, and hazards have none', () => {
  const copies = everydayCases(cases, 7);
  expect(copies.length).toBeGreaterThan(cases.length / 4);
  expect(copies.some(({ input }) => input.history.length > 0)).toBe(true);
  const labels = new Set(cases.map(({ items, risk, intent }) => JSON.stringify([items, risk, intent])));
  for (const { items, risk, intent, hazard, message, input } of copies) {
    expect(labels.has(JSON.stringify([items, risk, intent]))).toBe(true);
    expect([hazard ?? false, risk === 'blocked']).toEqual([false, false]);
    expect(input.message).toBe(message);
  }
  expect(everydayCases(cases, 7)).toEqual(copies);
});
