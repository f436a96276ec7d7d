import { expect, test } from 'vitest';
import { type Clause, clausesIn, clausesOf, sentencesIn } from '../../src/drafting/guard/clauses.ts';
import { contentStems } from '../../src/drafting/guard/content.ts';

const sentences = (text: string) => sentencesIn(text).map(({ start, end }) => text.slice(start, end).trim());
const textOf = (text: string) => (clause: Clause) => text.slice(clause.start, clause.end).trim();
const fine = (text: string) => clausesOf(text, 0, text.length, true);
const negated = (text: string) =>
  clausesIn(text)
    .filter(({ isNegated }) => isNegated)
    .map(textOf(text));

test('a full stop in a number, an address, an initial or a short form ends no sentence', () => {
  expect(sentences('It is €3.50 at aurora.example. By A. Lane, i.e. me. Done!')).toEqual([
    'It is €3.50 at aurora.example.',
    'By A. Lane, i.e. me.',
    'Done!',
  ]);
  expect(sentences('We open at 7 a.m. on Monday. Tea vs. coffee? Yes.')).toEqual([
    'We open at 7 a.m. on Monday.',
    'Tea vs. coffee?',
    'Yes.',
  ]);
  expect(sentences('One\n\ntwo\n')).toEqual(['One', 'two']);
  expect(sentences('She said "yes." Then she left')).toEqual(['She said "yes."', 'Then she left']);
  expect(sentences('This is for Ms. A.')).toHaveLength(2);
  expect(sentences('   ')).toEqual([]);
});

test('a sentence is cut at commas, semicolons and dashes, and finely at "and" and "but" too', () => {
  const text = 'The mug costs €38 and is blue; the bowl is white, but smaller - truly nice.';
  expect(clausesIn(text).map(textOf(text))).toEqual([
    'The mug costs €38 and is blue;',
    'the bowl is white,',
    'but smaller -',
    'truly nice.',
  ]);
  expect(fine(text).map(textOf(text))).toEqual([
    'The mug costs €38',
    'and is blue;',
    'the bowl is white,',
    'but smaller -',
    'truly nice.',
  ]);
});

test('each clause contains its own words and values, and the words of a value are not counted twice', () => {
  const [mug, bowl] = clausesIn('The Moon mug costs thirty-eight euros, the Tide bowl €54.');
  expect(mug?.content.map(({ stem }) => stem)).toEqual(contentStems('Moon mug price'));
  expect(mug?.claims.map(({ key }) => key)).toEqual(['38 eur']);
  expect(bowl?.content.map(({ stem }) => stem)).toEqual(contentStems('Tide bowl'));
  expect(bowl?.claims.map(({ key }) => key)).toEqual(['54 eur']);
});

test('a clause without its own content words belongs to the clause before it, or to the one after it', () => {
  const text = 'Well, it costs €38, you know, and it is blue.';
  const [first, ...others] = clausesIn(text);
  expect(first === undefined ? '' : textOf(text)(first)).toBe('Well, it costs €38, you know,');
  expect(first?.claims.map(({ key }) => key)).toEqual(['38 eur']);
  expect(others.map(textOf(text))).toEqual(['and it is blue.']);
});

test('a negation covers its clause and the rest of its list, and ends with the next statement', () => {
  expect(negated('I never ship glass, mugs or bowls.')).toEqual(['I never ship glass,', 'mugs or bowls.']);
  expect(negated('No blood, chat or purchases; later than that, it counts as taken.')).toEqual([
    'No blood,',
    'chat or purchases;',
  ]);
  expect(negated('It is not red, and later than that, it counts as taken.')).toEqual(['It is not red,']);
  expect(negated('It is not red, I sell it in blue.')).toEqual(['It is not red,']);
  expect(negated('No glass, large white porcelain bowls with painted handles.')).toEqual(['No glass,']);
  expect(negated('No worries, it is blue.')).toEqual([]);
});

test.each([
  ...['It is not open', "It isn't open", 'It is never open', 'It cannot open', 'None are open', 'It is no longer open'],
  ...['It is sold out', 'It is closed', 'It is unavailable', 'Nobody opens it', 'It opens without a key'],
])('"%s" denies', (text) => {
  expect(negated(text)).toEqual([text]);
});

test('two negations in a clause are counted', () => {
  expect(clausesIn("It isn't never open.").map(({ denials }) => denials)).toEqual([2]);
  expect(clausesIn('It is not open.').map(({ denials }) => denials)).toEqual([1]);
  expect(clausesIn('It is open.').map(({ denials }) => denials)).toEqual([0]);
});

test('within a clause a negation begins and ends at "and", "or" and "with no"', () => {
  const partsOf = (text: string) =>
    clausesIn(text).flatMap(({ parts }) =>
      parts.map(({ content, isNegated, denials }) => [content.map(({ stem }) => stem).join(' '), isNegated, denials]),
    );
  expect(partsOf('It comes in full size and no watermark.')).toEqual([
    [contentStems('full size').join(' '), false, 0],
    [contentStems('watermark').join(' '), true, 1],
  ]);
  expect(partsOf('I sell no glass or porcelain.')).toEqual([
    [contentStems('sell glass').join(' '), true, 1],
    [contentStems('porcelain').join(' '), true, 0],
  ]);
  expect(partsOf('I sell no glass but we have porcelain.').map(([, isNegated]) => isNegated)).toEqual([true, false]);
  expect(partsOf('I sell porcelain.')).toEqual([]);
});

test('a condition is no statement, and says whether something must be true or must not be', () => {
  const supposed = (text: string) => clausesIn(text).map(({ supposes }) => supposes);
  expect(supposed("If I'm ever ill, a colleague takes over.")).toEqual(['yes', '']);
  expect(supposed('Should I be ill, a colleague takes over.')).toEqual(['yes', '']);
  expect(supposed('Write to me if it is not blue.')).toEqual(['no']);
  expect(negated('Write to me if it is not blue.')).toEqual([]);
});

test('a condition narrows the clause beside it', () => {
  const limits = (text: string) => clausesIn(text).map((clause) => [...clause.limits].sort().join(' '));
  expect(limits("If I'm ever ill, a colleague takes over.")).toEqual(['if', 'if']);
  expect(limits('Refunds within 7 days, unless you have joined.')).toEqual(['unless', 'unless']);
  expect(limits('You may repost photos only with a link, and the mug is blue.')).toEqual(['only', '']);
  expect(limits('It is blue, as long as it is dry.')).toEqual(['as long as', 'as long as']);
  expect(limits('It is blue, and it is dry.')).toEqual(['', '']);
});

test('"and" and a semicolon may change the subject, and "and costs" does not', () => {
  const apart = (text: string) =>
    clausesIn(text)
      .filter(({ isApart }) => isApart)
      .map(textOf(text));
  expect(apart('The bowl, white, is big, and the mug is blue; the cup red.')).toEqual([
    'and the mug is blue;',
    'the cup red.',
  ]);
  expect(apart('The bowl is big, and costs €16, or is red.')).toEqual([]);
  expect(apart('The bowl is big – the mug is blue.')).toEqual(['the mug is blue.']);
});

test.each<[string, Clause['opens'][]]>([
  ['Yes, I ship worldwide.', ['yes']],
  ['Hi there! Of course we do.', ['', 'yes']],
  ['Absolutely! It is blue.', ['yes', '']],
  ['No, the bowl is blue.', ['no']],
  ['Sadly no, the bowl is blue.', ['no']],
  ['Unfortunately, it is blue.', ['no']],
  ['Yesterday it was blue.', ['']],
])('the yes or no that opens a sentence is known: %s', (text, opens) => {
  expect(clausesIn(text).map((clause) => clause.opens)).toEqual(opens);
});

test('two wordings of one thing have the same words', () => {
  expect(contentStems('I baked it')).toEqual(contentStems('I bake it'));
  expect(contentStems('copied')).toEqual(contentStems('copy'));
  expect(contentStems('since every mug is blue')).toEqual(contentStems('every mug is blue'));
  expect(contentStems('since March the mug is blue')).not.toEqual(contentStems('the mug is blue in March'));
  expect(contentStems('it lasts 50 minutes')).toEqual(contentStems('it is 50 minutes'));
  expect(contentStems('have a lovely day')).toEqual(contentStems('lovely'));
  expect(contentStems('the day')).toHaveLength(1);
  expect(contentStems("it isn't not without")).toEqual([]);
});
