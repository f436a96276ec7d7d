import { describe, expect, test } from 'vitest';
import type { Fact, Offer, Persona } from '../../src/domain/persona.ts';
import { judgePhrases } from '../../src/drafting/answer/judge-phrases.ts';
import { readClassifier } from '../../src/drafting/answer/taught-classifier.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../../src/drafting/text/word-ids.ts';
import { trainPersona } from '../../src/teaching/train-persona.ts';
import { leastOf } from '../support/quickest.ts';

const shipping = 'I ship within the EU from Lisbon every Tuesday.';

function reasonsOf(persona: Persona): string[] {
  return judgePhrases(persona).map(({ itemId, kind, reason, text }) => `${itemId} ${kind} ${reason}: ${text}`);
}

/** Returns the reason why one alias of a shipping item is flagged; null if it is not flagged. */
function reasonFor(alias: string, item: Partial<Fact> = {}): string | null {
  const facts = [{ id: 'f_ship', text: shipping, ...item, aliases: [alias] }];
  return judgePhrases({ facts })[0]?.reason ?? null;
}

describe('an alias that asks for a value which the text excludes is flagged', () => {
  test.each([
    ['do you ship to brazil', shipping],
    ['do you post on fridays', shipping],
    ['is the stall there in january', 'You find my stall at the Sunday market from March to December.'],
    ['is the talk on 29 october', 'My slide talk is on 30 October at the library, 7 pm.'],
    ['do you have xs', 'The tee is £22 and comes in S to XXL, in navy.'],
    ['does it hold 500 ml', 'The Moon mug holds 350 ml.'],
    ['is it 50% off', 'The Star bowl is 20% off in July.'],
    ['is it €20', 'The Moon mug is €38.'],
    ['is it £9 for students', 'Students pay £7 a class.'],
  ])('%s', (alias, text) => {
    expect(reasonFor(alias, { text })).toBe('contradicts');
  });

  test('an alias that names another offer is flagged, with the offer that it belongs to', () => {
    const offers: Offer[] = [
      { id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38.', aliases: ['how much is the star bowl'] },
      { id: 'o_bowl', name: 'Star bowl', text: 'The Star bowl is €50.' },
    ];
    expect(judgePhrases({ offers })).toEqual([
      expect.objectContaining({ itemId: 'o_mug', reason: 'contradicts', value: 'star bowl', conflictsWith: 'o_bowl' }),
    ]);
  });
});

test.each([
  ['a member of a region', 'do you ship to germany', shipping],
  ['anywhere, where the text says worldwide', 'do you ship to brazil', 'I ship worldwide.'],
  ['a month inside a range', 'are you there in june', 'You find my stall at the market from March to December.'],
  ['a size inside a range', 'do you have it in m', 'The tee comes in S to XXL.'],
  ['a weekday inside a range', 'are you open on friday', 'The barn is open from Thursday to Saturday.'],
  ['one of two values', 'is it on wednesday or tuesday', shipping],
  ['the price as it is', 'is the mug really €38?', 'The Moon mug is €38.'],
  ['a budget', 'would 40 euros be enough', 'The Moon mug is €38.'],
  ['where the fan lives', 'i live in brazil, where are you', 'The studio is in Lisbon.'],
  ['when the fan ordered', 'i ordered on monday, when does it leave', shipping],
  ['a value of a kind that the text does not state', 'is it blue and €20?', 'I ship parcels by post.'],
])('an alias may name %s', (_, alias, text) => {
  expect(reasonFor(alias, { text })).toBeNull();
});

test('phrases do not widen what an item covers: a value stays flagged however often it is taught', () => {
  const aliases = [
    'do you ship to brazil',
    'can you post to brazil',
    'will you send it to brazil',
    'any delivery to brazil',
  ];
  const facts = [{ id: 'f_ship', text: shipping, aliases, nearMisses: ['shipping to brazil by boat'] }];
  expect(judgePhrases({ facts }).map(({ reason }) => reason)).toEqual(aliases.map(() => 'contradicts'));
});

describe('personal data is flagged, in aliases and near misses', () => {
  test.each([
    'mail me at joe.bloggs@example.com',
    'my number is 0171 555 0199, call me',
    'do you deliver to 12 Mill Lane',
    'can it come to rua das flores 21',
    'do you deliver to sw1a 1aa',
    'my page is https://inst.example/me?user=joe',
    'i am @joe_b, do you know me',
    'my name is Maria Lopez and i want a mug',
    'this is Peter Hanlon, do you ship',
    'where is order 48213',
  ])('%s', (text) => {
    const facts = [{ id: 'f', text: 'I make mugs.', aliases: [text], nearMisses: [`${text} please`] }];
    expect(judgePhrases({ facts }).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['alias', 'personal'],
      ['near_miss', 'personal'],
    ]);
  });
});

test.each([
  'i am 34, am i too old',
  'my son is 8 and lives in leeds',
  'my name is on the list, right?',
  'this is great, how do you make it',
  'is it a 10 minute drive',
  'do you take orders @ the fair',
])('"%s" contains no personal data', (alias) => {
  expect(reasonFor(alias, { text: 'I make mugs.' })).toBeNull();
});

test("the creator's own address, handle and link are not personal data", () => {
  const facts = [
    { id: 'f_where', text: 'The studio is at 9 Wharf Row, Hereford.', aliases: ['is 9 wharf row the studio'] },
    {
      id: 'f_mail',
      text: 'Write to hello@kiln.example or @kiln_studio.',
      aliases: ['is hello@kiln.example right', 'are you @kiln_studio'],
    },
  ];
  expect(judgePhrases({ facts }).filter(({ reason }) => reason === 'personal')).toEqual([]);
});

test('a threat is flagged as a hazard; rough but harmless words are not', () => {
  expect(reasonFor('i will kill you if you do not ship')).toBe('hazard');
  expect(reasonFor('this mug is killing me, i need it, do you ship')).toBeNull();
});

test('an alias of two items is flagged at both, whatever its case and punctuation', () => {
  const facts = [
    { id: 'f_a', text: 'I ship by post.', aliases: ['Do you deliver?', 'by post?'] },
    { id: 'f_b', text: 'I deliver mugs by bike.', aliases: ['do you deliver'] },
  ];
  expect(reasonsOf({ facts })).toEqual(['f_a alias claimed: Do you deliver?', 'f_b alias claimed: do you deliver']);
});

test('one phrase in every item is flagged in every item', () => {
  const facts = Array.from({ length: 12 }, (_, at) => ({
    id: `f_${at}`,
    text: `Answer ${at}.`,
    aliases: ['tell me everything'],
  }));
  expect(judgePhrases({ facts }).map(({ reason }) => reason)).toEqual(facts.map(() => 'claimed'));
});

test('a text that is alias and near miss of one item is flagged as both', () => {
  const facts = [{ id: 'f', text: 'I ship by post.', aliases: ['is it by post'], nearMisses: ['Is it by post?'] }];
  expect(reasonsOf({ facts })).toEqual(['f alias both: is it by post', 'f near_miss both: Is it by post?']);
});

test('a near miss of one item may be an alias of another', () => {
  const facts = [
    { id: 'f_a', text: 'I ship by post.', aliases: ['is it by post'], nearMisses: ['when does it leave'] },
    { id: 'f_b', text: 'Parcels leave on Tuesdays.', aliases: ['when does it leave'] },
  ];
  expect(reasonsOf({ facts })).toEqual([]);
});

test('a classifier learns nothing from a flagged phrase, and from all others', () => {
  const facts = [
    { id: 'f_ship', text: shipping, aliases: ['do you ship to brazil zorgly', 'parcel quumly when'] },
    { id: 'f_mug', text: 'The mug holds 350 ml.', aliases: ['how big is the mug'] },
  ];
  const { phrases, items } = readClassifier(trainPersona({ facts }).bytes);
  const [brazil = 0, quumly = 0] = ['zorgly', 'quumly'].map((word) => wordIdsOf(tokens(normalise(word)))[0]);
  expect([phrases.knows(brazil), phrases.knows(quumly)]).toEqual([false, true]);
  expect(items.map((item) => item.phrases)).toEqual([1, 1]);
});

test('a phrase is checked within half a millisecond, at any length', async () => {
  const phrase = (at: number) =>
    `could you send number ${at} to my nan in leeds for her birthday on friday `.repeat(4).slice(0, 300);
  /** Each round has phrases of its own, because words are cached. */
  const factsOf = (round: number) =>
    Array.from({ length: 20 }, (_, item) => ({
      id: `f_${item}`,
      text: shipping,
      aliases: Array.from({ length: 50 }, (_each, at) => {
        const number = round * 1_000 + item * 50 + at;
        return at % 5 === 0 ? phrase(number) : `do you post parcel ${number}`;
      }),
    }));
  judgePhrases({ facts: factsOf(0).slice(0, 2) });
  // Other programs that share the CPU caches can only slow the work down.
  const eachMs = await leastOf(0.5, (round) => {
    const facts = factsOf(round);
    const before = process.threadCpuUsage();
    judgePhrases({ facts });
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000 / 1_000;
  });
  process.stdout.write(`judge: ${eachMs.toFixed(2)} ms of a core a phrase\n`);
  // Other programs share the machine's caches, so the limit is three times the goal.
  expect(eachMs).toBeLessThan(1.5);
});
