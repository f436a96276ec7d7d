import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { guardReply } from '../../src/drafting/guard/guard-reply.ts';

const texts = {
  loops: 'The Dust pack has 120 loops and costs 25 euros.',
  licence: 'Dust loops are free to use in personal tracks; commercial tracks need a licence.',
  pattern: 'Members get the pattern free; others pay €5.',
  wool: 'The red one is wool and the blue one is cotton.',
  ticket: 'Adults need a ticket; children enter without one.',
  passes: 'Passes can be refunded within 7 days of purchase, unless you have joined a class.',
  stock: 'Custom boards take a month, as long as oak is in stock.',
  student: 'Students pay half, but only with a student card.',
  live: 'Live classes run every Wednesday at 18:00 CET and every Saturday at 9:00 CET.',
  course: 'Draft Zero is a six-week course for $240; it starts on 11 January 2027.',
  novel: 'My second novel, Salt Orchard, comes out on 4 May 2027.',
  guests: 'I do not take guest pitches.',
  letter: 'The newsletter is free and goes out twice a month.',
  shop: 'The boards are at https://tom.example/boards.',
} as const;
type Name = keyof typeof texts;

const persona: Persona = {
  languages: ['en'],
  facts: Object.entries(texts).map(([id, text]) => ({ id, text })),
};

function breachesOf(reply: string, item: Name): string[] {
  const { breaches } = guardReply({ reply, usedItems: [item], persona, now: 0, wording: 'free' });
  return breaches.map(({ kind }) => kind);
}

test.each([
  'I love you.',
  'I want you so much.',
  'You get another one with it.',
  'Get one and you get another.',
  'I know where you are.',
  'Send it back any day.',
  'Let us go out.',
  'You were right.',
  'It comes with more.',
])('a remark of only small words that is not a courtesy is rejected: %s', (remark) => {
  expect(breachesOf(`${texts.loops} ${remark}`, 'loops')).toContain('sentence');
});

test.each([
  'Thanks for asking!',
  'Great question!',
  'Hope that helps!',
  'Let me know if you have any other questions.',
  "I'm sorry to say, but",
  'Have a lovely day!',
])('a plain courtesy beside an approved text passes: %s', (remark) => {
  expect(breachesOf(`${remark} The Dust pack costs 25 euros and has 120 loops.`, 'loops')).toEqual([]);
});

test.each<[Name, string]>([
  ['licence', 'Dust loops are free to use in commercial tracks; personal tracks need a licence.'],
  ['licence', 'Dust loops are free to use in personal and commercial tracks.'],
  ['pattern', 'Others get the pattern free; members pay €5.'],
  ['pattern', 'Members and others get the pattern free.'],
  ['wool', 'The blue one is wool and the red one is cotton.'],
  ['ticket', 'Children need a ticket; adults enter without one.'],
])('%s: combined words of two clauses are refused: %s', (item, reply) => {
  expect(breachesOf(reply, item)).toContain('binding');
});

test.each<[Name, string]>([
  ['licence', 'Commercial tracks need a licence; Dust loops are free to use in personal tracks.'],
  ['wool', 'The blue one is cotton and the red one is wool.'],
  ['letter', 'The newsletter goes out twice a month and is free.'],
  ['passes', 'Unless you have joined a class, passes can be refunded within 7 days of purchase.'],
  ['student', 'Students pay half, though only with a student card.'],
])('%s: the same clauses in another order pass: %s', (item, reply) => {
  expect(breachesOf(reply, item)).toEqual([]);
});

test.each<[Name, string]>([
  ['passes', 'Passes can be refunded within 7 days of purchase.'],
  ['stock', 'Custom boards take a month.'],
  ['student', 'Students pay half.'],
])('%s: a condition after its clause may not be left out: %s', (item, reply) => {
  expect(breachesOf(reply, item)).toContain('limit');
});

test.each(['A$240', 'AU$240', 'C$240', 'R$240', 'NZ$240', '-$240', '~$240'])('%s is not $240', (price) => {
  expect(breachesOf(texts.course.replace('$240', price), 'course')).not.toEqual([]);
});

test.each<[Name, string]>([
  ['live', 'Live classes run every other Wednesday at 18:00 CET and every Saturday at 9:00 CET.'],
  ['live', 'Live classes run every day at 18:00 CET, Wednesday and Saturday at 9:00 CET too.'],
  ['letter', 'The newsletter is free for a month and goes out twice a month.'],
  ['novel', 'My second novel, Salt Orchard, came out on 4 May 2027.'],
  ['loops', 'The Dust pack was 25 euros and had 120 loops.'],
  ['loops', 'The Dust pack might have 120 loops and could cost 25 euros.'],
  ['guests', 'I do take guest pitches, not.'],
  ['guests', 'I do not take guest pitches, but send me yours.'],
  ['shop', 'The boards are at http://tom.example/boards.'],
])('%s: small words that change the meaning are refused: %s', (item, reply) => {
  expect(breachesOf(reply, item)).not.toEqual([]);
});

test.each<[string, string]>([
  ['bold', `**The Dust pack** has 120 loops and costs 25 euros.`],
  ['a heading', `# ${texts.loops}`],
  ['a list', `- ${texts.loops}`],
  ['a quotation', `> ${texts.loops}`],
  ['code', '`The Dust pack` has 120 loops and costs 25 euros.'],
  ['a table', `| ${texts.loops} | x |`],
])('markup is refused: %s', (_, reply) => {
  expect(breachesOf(reply, 'loops')).toContain('markup');
});

test.each<[string, string]>([
  ['a bell', `${texts.loops}\u0007`],
  ['letters struck out', texts.loops.replace('has', 'h\u0336a\u0336s\u0336')],
])('characters that are invisible or hide others are refused: %s', (_, reply) => {
  expect(breachesOf(reply, 'loops')).toContain('disguise');
});
