import { expect, test } from 'vitest';
import type { Intent } from '../../src/domain/decision.ts';
import type { Persona } from '../../src/domain/persona.ts';
import { entitiesOf } from '../../src/drafting/retrieve/entities.ts';
import { indexOf, readyIndex } from '../../src/drafting/retrieve/persona-index.ts';
import { retrieve } from '../../src/drafting/retrieve/retrieve.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { topicModel } from '../../src/drafting/topics/topic-model.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

function persona(facts: NonNullable<Persona['facts']>, about = 'Bookbinder.'): Persona {
  return { about, facts } as Persona; // what is left out is not read here
}

function ask(whose: Persona, message: string, intent: Intent) {
  const list = tokens(normalise(message));
  return retrieve(indexOf(whose), { tokens: list, from: 0, to: list.length, intent, context: [], now });
}

function lackOf(text: string, message: string, intent: Intent, aliases: string[] = [], about?: string) {
  const other = { id: 'f_other', topic: 'gear', text: 'I film everything on an old phone.' };
  const list = ask(persona([{ id: 'f_it', text, aliases }, other], about), message, intent);
  return list.find(({ item }) => item.id === 'f_it')?.lack;
}

test.each([
  ['not approved', { approved: false }],
  ['expired', { validUntil: '2026-11-21T12:00:00Z' }],
  ['not yet valid', { validFrom: '2026-11-21T12:00:01Z' }],
])('an item that is %s is no candidate, however well it fits', (_, dates) => {
  const whose = persona([{ id: 'f_ship', text: 'I ship to Spain.', aliases: ['do you ship to spain'], ...dates }]);
  expect(ask(whose, 'do you ship to spain', 'shipping')).toEqual([]);
});

test.each([
  ['I ship to the EU and the US.', 'do you ship to Brazil?', 'shipping'],
  ['I ship to the EU and the US.', 'can you send one to Tokyo', 'shipping'],
  ['I deliver in Dublin only.', 'do you deliver to Ireland?', 'shipping'],
  ['I teach in person in Porto.', 'do you teach in person in Lisbon?', 'schedule'],
  ['The next show is in Lyon.', 'are you playing in Paris?', 'schedule'],
  ['The class is on Tuesdays and Thursdays.', 'is there a class on Friday?', 'schedule'],
  ['Shirts come in sizes S to XL.', 'do you have the shirt in size 3XL?', 'availability'],
  ['I teach pupils from 14 years up.', 'my son is 9, do you teach him?', 'content_question'],
  ['The fair is in May.', 'is the fair in June?', 'schedule'],
  ['The big board measures 40 cm.', 'does the big board come in 60 cm?', 'content_question'],
] as const)('"%s" does not answer "%s"', (text, message, intent) => {
  expect(lackOf(text, message, intent)).toBe('entity');
});

test.each([
  ['Worldwide shipping goes by tracked post.', 'how much is worldwide shipping?', 'shipping'],
  ['The bindery is open to visitors.', 'when is the bindery open to visitors?', 'schedule'],
  ['My notebooks ship in a flat box.', 'how long do the notebooks take to ship?', 'shipping'],
] as const)('"%s" says nothing of the kind that "%s" asks for', (text, message, intent) => {
  expect(lackOf(text, message, intent)).toBe('answer');
});

test.each([
  ['I teach bookbinding online.', 'do you also teach Galician?', 'content_question'],
  ['My zine comes out in print.', 'do you sell lanterns?', 'availability'],
] as const)('"%s" does not answer what has another name: "%s"', (text, message, intent) => {
  expect(lackOf(text, message, intent)).toBe('word');
});

test.each([
  ['Lessons are called off in the app.', 'how do I cancel a lesson?', 'booking'],
  ['The bench is for three people from 12 years up.', 'what is the deposit for the bench?', 'content_question'],
  ['The barn has a step-free door.', 'is the barn wheelchair accessible?', 'content_question'],
  ['The notebook comes in red or green.', 'which colours does the notebook come in?', 'availability'],
  ['The zine is an e-book only.', 'what format is the zine in?', 'content_question'],
  ['Opened glue cannot be returned.', 'is opened glue returnable?', 'refund'],
  ['I was born to bind, and I bind all day.', 'is there a beginner level in binding?', 'content_question'],
] as const)('a word answers for another only where both mean the same: "%s", "%s"', (text, message, intent) => {
  const isSame = !/deposit|beginner/.test(message);
  expect(lackOf(text, message, intent) === 'word').toBe(!isSame);
});

test.each([
  ['I post parcels on Mondays.', 'by any chance, do you know if you post parcels on Mondays?', 'shipping'],
  ['A missed class can be made up.', 'what happens if I miss a class?', 'content_question'],
  ['The cover was drawn by a neighbour.', 'who drew the cover?', 'content_question'],
] as const)('a turn of asking names nothing: "%s" may answer "%s"', (text, message, intent) => {
  expect(lackOf(text, message, intent)).not.toBe('word');
});

test.each([
  ['I post parcels on Mondays.', 'do you post parcels on Mondays if it floods?', 'shipping'],
  ['The cover is red.', 'who drew the cover?', 'content_question'],
  ['The notebook comes in red.', 'does the notebook come in blue?', 'availability'],
  ['The notebook is out in paperback.', 'is the notebook out in hardback?', 'availability'],
  ['Dogs are welcome in the barn.', 'are cats welcome in the barn?', 'content_question'],
  ['The album runs on Windows.', 'does the album run on mac?', 'availability'],
  ['I bind with linen thread.', 'do you still bind with linen thread?', 'content_question'],
] as const)('what is another question stays one: "%s" does not answer "%s"', (text, message, intent) => {
  expect(lackOf(text, message, intent)).toBe('word');
});

test('where the question names one offer in full, another offer is no answer', () => {
  const offers = [
    { id: 'o_half', name: 'Half day', text: 'Half a day in the bindery is €60, up to four people.' },
    { id: 'o_full', name: 'Full day', text: 'A full day in the bindery is €110, lunch included.' },
  ];
  const whose = { about: 'Bookbinder.', offers } as Persona; // what is left out is not read here
  const found = ask(whose, 'how much is a full day in the bindery', 'pricing');
  expect(found[0]).toMatchObject({ item: { id: 'o_full' }, lack: '' });
  expect(found.find(({ item }) => item.id === 'o_half')?.lack).toBe('entity');
});

test('what is free of something asks no price', () => {
  expect(lackOf('The glaze has no lead in it.', 'is the glaze lead free?', 'content_question')).not.toBe('answer');
});

test.each([
  ['I ship worldwide.', 'do you ship to Brazil?', 'shipping'],
  ['I ship to the EU.', 'do you ship to Madrid?', 'shipping'],
  ['I ship to Portugal and Spain.', 'do you ship to Lisbon?', 'shipping'],
  ['The next show is in Lyon.', 'are you playing in France?', 'schedule'],
  ['The class is from Monday to Friday.', 'is there a class on Wednesday?', 'schedule'],
  ['Shirts come in sizes S to XL.', 'do you have the shirt in size M?', 'availability'],
  ['I teach pupils from 14 years up.', 'my son is 15, do you teach him?', 'content_question'],
  ['The workshop is for adults only.', 'can my daughter join? she is 15', 'content_question'],
  ['My pupils are 16 or older; I don’t teach children.', 'my son is 9, do you teach him?', 'content_question'],
  ['Beginners are welcome.', 'i am 46 years old and a beginner, welcome?', 'content_question'],
] as const)('the entities of "%s" cover "%s"', (text, message, intent) => {
  expect(lackOf(text, message, intent)).not.toBe('entity');
});

test('a place that only names what the creator is about need not stand in the item', () => {
  const about = 'I teach Japanese to grown-ups.';
  const text = 'Most pupils hold a short conversation after half a year.';
  expect(lackOf(text, 'how long until I can talk in Japanese', 'content_question', [], about)).not.toBe('entity');
  expect(lackOf(text, 'how long until I can talk in Korean', 'content_question', [], about)).toBe('entity');
});

test('a question in the words of an alias is answered by its item', () => {
  const whose = persona([
    { id: 'f_paper', topic: 'paper', text: 'The pages are cotton rag.', aliases: ['what paper do you use'] },
    { id: 'f_glue', topic: 'glue', text: 'I glue with wheat paste.', aliases: ['which glue is that'] },
    { id: 'f_ship', topic: 'shipping', text: 'Orders leave within three days.', aliases: ['how long is shipping'] },
  ]);
  const [first] = ask(whose, 'What paper do you use?', 'content_question');
  expect(first).toMatchObject({ item: { id: 'f_paper' }, lack: '' });
});

test('a topic brings question and item together that share no word', () => {
  const whose = persona([
    { id: 'f_park', topic: 'parking', text: 'There is a garage behind the hall, and it costs nothing after six.' },
    { id: 'f_wash', topic: 'care', text: 'Rinse it by hand in cold water.' },
    { id: 'f_start', topic: 'getting started', text: 'Complete beginners open with the first playlist.' },
  ]);
  const list = ask(whose, 'is there anywhere to leave my car', 'content_question');
  expect(list[0]?.item.id).toBe('f_park');
});

test('a slip of the finger in a word of the creator still finds it', () => {
  const whose = persona([
    { id: 'f_marbling', topic: 'marbling', text: 'The marbling is done on carrageen.' },
    { id: 'f_thread', topic: 'thread', text: 'I sew with linen thread.' },
  ]);
  expect(ask(whose, 'how is the marblng done', 'content_question')[0]?.item.id).toBe('f_marbling');
});

test('a question of nothing that the creator wrote about is answered by nothing', () => {
  const whose = persona([
    { id: 'f_paper', topic: 'paper', text: 'The pages are cotton rag.' },
    { id: 'f_ship', topic: 'shipping', text: 'Orders leave within three days.' },
  ]);
  for (const message of ['do you sell accordions', 'what is the capital of the moon', 'hm', '🎉'])
    expect(ask(whose, message, 'content_question').filter(({ lack }) => lack === '')).toEqual([]);
});

test('every probability lies between 0 and 1, best first among those that may answer, and is the same each time', () => {
  const whose = persona([
    { id: 'f_a', text: 'I bind by hand in Leeds.' },
    { id: 'f_b', text: 'A notebook costs £30.' },
    { id: 'f_c', text: 'Orders leave within three days.' },
  ]);
  for (const message of ['how much is a notebook', 'where do you bind', 'when will it leave?', '']) {
    const list = ask(whose, message, 'content_question');
    for (const { score } of list) expect(score).toBeGreaterThanOrEqual(0);
    for (const { score } of list) expect(score).toBeLessThanOrEqual(1);
    expect(JSON.stringify(ask(structuredClone(whose), message, 'content_question'))).toBe(JSON.stringify(list));
  }
});

test('an index built in slices is the one built at once, and is kept for the persona', async () => {
  const facts = Array.from({ length: 40 }, (_, at) => ({ id: `f_${at}`, text: `Book ${at} has ${at + 20} pages.` }));
  const one = persona(facts);
  const [first, second] = await Promise.all([readyIndex(one), readyIndex(one)]);
  expect(first).toBe(second);
  expect(await readyIndex(one)).toBe(first);
  expect(indexOf(one)).toBe(first);
  expect(JSON.stringify(indexOf(persona(facts)).items)).toBe(JSON.stringify(first.items));
});

test('ages are told from other numbers', () => {
  const agesIn = (text: string) => [...entitiesOf(tokens(normalise(text))).ages];
  expect(agesIn('my daughter is 9')).toEqual([9]);
  expect(agesIn('can a 12 year old come')).toEqual([12]);
  expect(agesIn('is it ok for kids of ten')).toEqual([10]);
  expect(agesIn('i want 12 of them in 9 days')).toEqual([]);
});

test('the committed topic model knows the 140 topics of the ontology and what the ranker weighs', () => {
  const { ids, notes } = topicModel();
  expect(ids.length).toBe(140);
  expect(notes.answer.length).toBeGreaterThan(notes.rank.length);
  expect(notes.floor).toBeGreaterThan(0.5);
  expect(notes.temperature).toBeGreaterThan(0);
});
