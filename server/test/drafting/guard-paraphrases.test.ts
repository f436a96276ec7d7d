import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { guardReply } from '../../src/drafting/guard/guard-reply.ts';
import { falseAlarms, freeReplies } from '../evaluation/measure-guard.ts';

const texts = {
  gallery: 'The gallery is online for five years, with downloads in full size and no watermark.',
  levels: 'Every exercise comes in three versions, so complete beginners are welcome.',
  ill: "If I'm ever ill, one of three colleagues I trust takes over.",
  cards: 'Gift cards start at €25 and arrive within a few minutes.',
  custom: 'Commissions are open from January to March; write to studio@aurora.example with a sketch.',
  prints: 'Prints are in editions of 60, numbered and signed, and are never printed again.',
  doctor: "I am no doctor and do not answer questions about a child's health.",
  box: 'The Midnight Box holds twelve brownies and costs €29.',
  book: 'No Hens Needed is my e-book of 40 bakes without egg, €16 as PDF.',
  times: 'Parcels take 2 to 4 working days within Portugal and 10 to 15 everywhere else.',
  bread: 'Everything is baked in a wood oven; recipes may be copied for friends.',
} as const;
type Name = keyof typeof texts;

const persona: Persona = {
  about: 'An example.',
  languages: ['en'],
  facts: Object.entries(texts).map(([id, text]) => ({ id, text })),
};

function breachesOf(reply: string, ...usedItems: readonly Name[]): string[] {
  const { breaches } = guardReply({ reply, usedItems, persona, now: 0, wording: 'free' });
  return breaches.map(({ kind }) => kind);
}

test.each<[Name, string]>([
  ['gallery', 'The gallery is online for five years. Downloads are in full size, without a watermark.'],
  ['levels', 'Complete beginners are welcome, since every exercise comes in three versions.'],
  ['ill', 'Should I ever be ill, one of three colleagues I trust takes over.'],
  ['cards', 'Gift cards begin at €25 and arrive within a few minutes.'],
  ['custom', 'Commissions are open from January to March. Just email studio@aurora.example with a sketch.'],
  ['times', 'Parcels take 2 to 4 working days within Portugal, and everywhere else 10 to 15.'],
  ['bread', 'I bake everything in a wood oven. You may copy recipes for friends.'],
])('%s in other words passes', (item, reply) => {
  expect(breachesOf(reply, item)).toEqual([]);
});

test.each<[Name, string]>([
  ['gallery', 'The gallery is online for five years. Downloads are not in full size, with no watermark.'],
  ['gallery', 'The gallery is online for five years, with downloads in full size and a watermark.'],
  ['gallery', 'The gallery is online for five years, with downloads in full size with a watermark.'],
  ['levels', 'Complete beginners are welcome, since no exercise comes in three versions.'],
  ['levels', 'Complete beginners are welcome since 2019, every exercise comes in three versions.'],
  ['ill', 'One of three colleagues I trust takes over.'],
  ['cards', 'Gift cards are €25 and arrive within a few minutes.'],
  ['prints', 'Prints are in editions of 60, numbered and signed, and are printed again.'],
  ['doctor', "I am no doctor and do answer questions about a child's health."],
  ['doctor', "I am a doctor and do not answer questions about a child's health."],
  ['book', "No Hens Needed isn't my e-book of 40 bakes without egg, €16 as PDF."],
  ['times', 'Parcels take 10 to 15 working days within Portugal and 2 to 4 everywhere else.'],
  ['bread', 'Nothing is baked in a wood oven.'],
])('%s with a wrong statement is refused: %s', (item, reply) => {
  expect(breachesOf(reply, item)).not.toEqual([]);
});

test('a clause without a subject refers to the previous subject', () => {
  const wrong = 'The Midnight Box holds twelve brownies and costs €16. No Hens Needed is my e-book of 40 bakes.';
  expect(breachesOf(wrong, 'box', 'book')).toContain('binding');
});

test('at least a third of paraphrases as an obedient model writes them pass immediately, reviewed or not', () => {
  for (const half of ['look', 'measure'] as const) {
    const replies = freeReplies('fresh', half);
    expect(replies).toHaveLength(60);
    expect(falseAlarms(replies, 'free').length).toBeLessThanOrEqual(40);
  }
});
