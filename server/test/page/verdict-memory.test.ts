import { expect, test } from 'vitest';
import type { PageProfile } from '../../src/capabilities/pages/page-profiles.ts';
import { createVerdictMemory, type VerdictTerms } from '../../src/capabilities/pages/verdict-memory.ts';
import { pagePersona } from './support/open-page.ts';

const dayMs = 86_400_000;
const noon = 20_000 * dayMs + dayMs / 2;
const question = 'do you ship to Brazil?';
const terms: VerdictTerms = { classifier: null, autonomy: 'careful', withheld: [] };
const profileWith = (persona = pagePersona()): PageProfile => ({
  profileId: 'prof_aurora',
  displayName: 'Aurora Lane',
  revision: 'r1',
  persona,
  approvals: {},
});

test('a verdict is remembered for the same words, profile, classifier and terms on the same day, and for nothing else', () => {
  const memory = createVerdictMemory<string>();
  const profile = profileWith();
  const keep = () => memory.keep(profile, terms, noon, question, 'answered');
  keep();
  expect(memory.recall(profile, { ...terms }, noon + 1, question)).toBe('answered');
  expect(memory.recall(profile, terms, noon - 1_000, question), 'a clock that went back a little').toBe('answered');
  expect(memory.recall(profile, terms, noon, question.toUpperCase())).toBe(null);
  expect(memory.recall(profileWith(), terms, noon, question)).toBe(null);
  for (const other of [{ classifier: {} }, { autonomy: 'off' as const }, { withheld: ['f_ship'] }]) {
    keep();
    expect(memory.recall(profile, { ...terms, ...other }, noon, question)).toBe(null);
  }
  keep();
  expect(memory.recall(profile, terms, noon + dayMs / 2, question), 'the next day').toBe(null);
});

test('a verdict is forgotten when an item begins or ends to be valid', () => {
  const { facts = [], ...persona } = pagePersona();
  const at = (ms: number) => new Date(ms).toISOString();
  const bounded = { id: 'f_sale', text: 'Sale.', validFrom: at(noon - 60_000), validUntil: at(noon + 60_000) };
  const profile = profileWith({ ...persona, facts: [...facts, bounded] });
  const memory = createVerdictMemory<string>();
  memory.keep(profile, terms, noon, question, 'answered');
  expect(memory.recall(profile, terms, noon + 59_999, question)).toBe('answered');
  expect(memory.recall(profile, terms, noon + 60_000, question)).toBe(null);
  memory.keep(profile, terms, noon, question, 'answered');
  expect(memory.recall(profile, terms, noon - 60_001, question)).toBe(null);
});

test('only the latest verdicts of a profile are remembered', () => {
  const memory = createVerdictMemory<number>(2);
  const profile = profileWith();
  for (const number of [1, 2, 3]) memory.keep(profile, terms, noon, `question ${number}`, number);
  expect([1, 2, 3].map((number) => memory.recall(profile, terms, noon, `question ${number}`))).toEqual([null, 2, 3]);
});
