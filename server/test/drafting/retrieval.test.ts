import { expect, test } from 'vitest';
import type { Intent } from '../../src/domain/decision.ts';
import type { Persona } from '../../src/domain/persona.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { uncoveredEntities } from '../../src/drafting/retrieve/covers.ts';
import { entitiesOf } from '../../src/drafting/retrieve/entities.ts';
import { indexOf, readyIndex } from '../../src/drafting/retrieve/persona-index.ts';
import { readQuestion } from '../../src/drafting/retrieve/question.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const engine = createEmbeddedEngine();

function persona(facts: NonNullable<Persona['facts']>, about = 'Bookbinder.'): Persona {
  return { about, facts } as Persona; // the omitted fields are not read here
}

function missing(text: string, message: string, intent: Intent, about = 'Bookbinder.'): string[] {
  const index = indexOf(persona([{ id: 'f_it', text }], about));
  const list = tokens(normalise(message));
  const [item] = index.items;
  if (item === undefined) throw new Error('the persona has one item');
  const { entities } = readQuestion(list, 0, list.length, intent, now);
  return uncoveredEntities(item, entities, { now, intent, home: index.home });
}

test.each([
  ['not approved', { approved: false }],
  ['expired', { validUntil: '2026-11-21T12:00:00Z' }],
  ['not yet valid', { validFrom: '2026-11-21T12:00:01Z' }],
])('an item that is %s is not a candidate, however well it fits', async (_, dates) => {
  const whose = persona([{ id: 'f_ship', text: 'I ship to Spain.', aliases: ['do you ship to spain'], ...dates }]);
  const { decision, trace } = await engine.draft({
    message: 'do you ship to spain',
    history: [],
    displayName: 'Ada',
    persona: whose,
    relationship: null,
    awaitsCreator: false,
    now,
  });
  expect(decision).toMatchObject({ riskLevel: 'review', reply: '' });
  expect(trace).toMatchObject({ answer: { items: [], probability: 0 }, suggestions: [], decidedBy: 'no-item' });
});

test.each([
  ['I ship to the EU and the US.', 'do you ship to Brazil?', 'shipping', 'places'],
  ['I ship to the EU and the US.', 'can you send one to Tokyo', 'shipping', 'places'],
  ['I deliver in Dublin only.', 'do you deliver to Ireland?', 'shipping', 'places'],
  ['I teach in person in Porto.', 'do you teach in person in Lisbon?', 'schedule', 'places'],
  ['The class is on Tuesdays and Thursdays.', 'is there a class on Friday?', 'schedule', 'weekdays'],
  ['Shirts come in sizes S to XL.', 'do you have the shirt in size 3XL?', 'availability', 'sizes'],
  ['I teach pupils from 14 years up.', 'my son is 9, do you teach him?', 'content_question', 'ages'],
  ['The fair is in May.', 'is the fair in June?', 'schedule', 'months'],
  ['The big board measures 40 cm.', 'does the big board come in 60 cm?', 'content_question', 'numbers'],
] as const)('"%s" does not cover what "%s" names', (text, message, intent, kind) => {
  expect(missing(text, message, intent)).toContain(kind);
});

test.each([
  ['I ship worldwide.', 'do you ship to Brazil?', 'shipping'],
  ['I ship within the EU.', 'can you send one to Lyon', 'shipping'],
  ['Delivery takes a day in the EU and ten to the rest of the world.', 'how long to Japan', 'shipping'],
  ['The class is on every day but Monday.', 'is there a class on Monday?', 'schedule'],
  ['Shirts come in sizes S to XL.', 'do you have the shirt in size L?', 'availability'],
  ['I teach pupils from 14 years up.', 'my son is 15, do you teach him?', 'content_question'],
] as const)('"%s" covers what "%s" names', (text, message, intent) => {
  expect(missing(text, message, intent)).toEqual([]);
});

test('a value that the approved answer contradicts is never answered, and the reason says so', async () => {
  const whose = persona([{ id: 'f_ship', text: 'I ship to the EU and the US.', aliases: ['do you ship to Brazil?'] }]);
  const { decision, trace } = await engine.draft({
    message: 'do you ship to Brazil?',
    history: [],
    displayName: 'Ada',
    persona: whose,
    relationship: null,
    awaitsCreator: false,
    now,
  });
  expect(decision.requiresCreator).toBe(true);
  expect(trace['reasons']).toContain('contradicts:f_ship');
});

test("a place that only names the creator's subject need not be in the item", () => {
  expect(missing('Lessons are €20.', 'how much are Spanish lessons?', 'pricing', 'Teacher of Spanish.')).toEqual([]);
});

test('an index built in slices equals one built in a single step, and is cached for the persona', async () => {
  const facts = Array.from({ length: 40 }, (_, at) => ({ id: `f_${at}`, text: `Book ${at} has ${at + 20} pages.` }));
  const one = persona(facts);
  const [first, second] = await Promise.all([readyIndex(one), readyIndex(one)]);
  expect(first).toBe(second);
  expect(await readyIndex(one)).toBe(first);
  expect(indexOf(one)).toBe(first);
  expect(indexOf(persona(facts))).toEqual(first);
});

test('ages are distinguished from other numbers', () => {
  const agesIn = (text: string) => [...entitiesOf(tokens(normalise(text))).ages];
  expect(agesIn('my daughter is 9')).toEqual([9]);
  expect(agesIn('can a 12 year old come')).toEqual([12]);
  expect(agesIn('is it ok for kids of ten')).toEqual([10]);
  expect(agesIn('i want 12 of them in 9 days')).toEqual([]);
});
