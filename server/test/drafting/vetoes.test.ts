import { expect, test } from 'vitest';
import { hasTellingEmoji, hasUnknownPart } from '../../src/drafting/decide/unknown-parts.ts';
import { blockReason, neverAutomatic, vetoes } from '../../src/drafting/decide/vetoes.ts';
import { IndexedItem } from '../../src/drafting/retrieve/indexed-item.ts';
import { tellingEmoji } from '../../src/drafting/text/lexicon.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import type { Understanding } from '../../src/drafting/understand/understand.ts';
import { potter } from './personas.ts';
import { chances, clause, english, harmless, hazard, index, likely, meaning, message, risk } from './understood.ts';

test('an intent that is never automatic is found from a probability of 0.6 on', () => {
  expect(neverAutomatic(meaning({ complaint: 0.6 }))).toEqual(['complaint']);
  expect(neverAutomatic(meaning({ complaint: 0.59 }))).toEqual([]);
  expect(neverAutomatic(meaning({ shipping: 1 }))).toEqual([]);
  expect(neverAutomatic(meaning({ unclear: 1 }))).toEqual([]);
});

test('an act of a clause that the table never allows is found, if it is plain and no courtesy', () => {
  const of = (...clauses: Understanding['clauses']) => neverAutomatic(meaning({ shipping: 1 }, { clauses }));
  expect(of(clause('shipping', 'demand'), clause('shipping', 'question'))).toEqual(['shipping.demand']);
  expect(of(clause('shipping', 'demand', 0.6))).toEqual(['shipping.demand']);
  expect(of(clause('shipping', 'demand', 0.59))).toEqual([]);
  expect(of(clause('greeting', 'demand'), clause('praise', 'demand'))).toEqual([]);
  expect(of(clause('unclear', 'demand'))).toEqual([]);
  expect(of({ ...clause('shipping', 'demand'), scores: chances({ pricing: 0.9, shipping: 0.1 }) })).toEqual([]);
});

test('only a plain danger or a named blocked topic blocks a message, and the danger is named first', () => {
  const topic = (list: 'blockedTopics' | 'reviewTopics', isNamed: boolean) => ({ list, index: 2, isNamed });
  expect(blockReason(meaning({}, { hazards: [hazard('spam', 'block')] }), [topic('blockedTopics', true)])).toBe(
    'block:spam',
  );
  expect(blockReason(meaning({}, { risks: [risk('threat', 'block')] }), [])).toBe('block:threat');
  expect(blockReason(meaning({}, { risks: [risk('threat', 'review')], hazards: [hazard('spam', 'review')] }), [])).toBe(
    '',
  );
  expect(blockReason(meaning({}), [topic('reviewTopics', true), topic('blockedTopics', false)])).toBe('');
  expect(blockReason(meaning({}), [topic('blockedTopics', true)])).toBe('topic:blockedTopics.2');
});

const vetoInput = {
  input: {
    ...{ message, history: [], displayName: 'Aurora', persona: potter, relationship: null, awaitsCreator: false },
    now: Date.parse('2026-11-21T12:00:00Z'),
  },
  ...{ index, understanding: harmless, past: [], topics: [], chosen: [], isForeign: false, never: [], certainty: 1 },
};

test('every veto is a separate reason, and a harmless message has none', () => {
  const held = (change: object, ofInput: object = {}) =>
    vetoes({ ...vetoInput, ...change, input: { ...vetoInput.input, ...ofInput } });
  const read = (change: Partial<Understanding>) => held({ understanding: { ...harmless, ...change } });
  expect(held({})).toEqual([]);
  expect(held({}, { awaitsCreator: true })).toEqual(['awaits-creator']);
  expect(held({ past: [{ index: 0, category: 'threat', rule: 'x', isMild: false, isAnswered: false }] })).toEqual([
    'history',
  ]);
  expect(read({ hazards: [hazard('spam', 'block'), hazard('spam', 'block')] })).toEqual(['hazard:spam']);
  expect(read({ hazards: [hazard('spam', 'review'), hazard('manipulation', 'review')] })).toEqual([
    'hazard:manipulation',
  ]);
  expect(read({ language: { ...english, found: 'fr', isUnderstood: false } })).toEqual(['language:fr']);
  expect(read({ language: { ...english, isUnderstood: false } })).toEqual(['language:']);
  expect(read({ isDisguised: true })).toEqual(['disguise']);
  expect(held({ topics: [{ list: 'reviewTopics', index: 1, isNamed: true }] })).toEqual(['topic:reviewTopics.1']);
  expect(held({ never: ['refund.demand'] })).toEqual(['never:refund.demand']);
  expect(held({}, { message: 'how much is shipping? 🔪' })).toEqual(['sign']);
});

test("the classifier's risks count only in a language that it was trained on", () => {
  const understanding = { ...harmless, risks: [risk('spam', 'review'), risk('threat', 'doubt')] };
  expect(vetoes({ ...vetoInput, understanding })).toEqual(['hazard:spam']);
  expect(vetoes({ ...vetoInput, understanding, certainty: 0.5 })).toEqual(['hazard:spam', 'doubt:threat']);
  expect(vetoes({ ...vetoInput, understanding, certainty: 0.96 })).toEqual(['hazard:spam']);
  expect(vetoes({ ...vetoInput, understanding, isForeign: true })).toEqual([]);
});

test('an item that the creator approves each time, or whose answers were withheld, holds the reply', () => {
  const chosen = likely('f_ship', 0.9);
  expect(vetoes({ ...vetoInput, chosen: [chosen] })).toEqual([]);
  const source = { ...chosen.item, automatic: false };
  const asked = { ...chosen, item: new IndexedItem(source) };
  expect(vetoes({ ...vetoInput, chosen: [asked] })).toEqual(['always-ask:f_ship']);
  const input = { ...vetoInput.input, withheld: ['f_ship'] };
  expect(vetoes({ ...vetoInput, input, chosen: [chosen] })).toEqual(['withheld:f_ship']);
  expect(vetoes({ ...vetoInput, input, chosen: [likely('f_clay', 0.9)] })).toEqual([]);
});

test('an emoji that can have a second meaning is a sign, unless the creator uses it', () => {
  for (const harmlessOne of ['nice 😊', 'nice © ™', 'thanks 💛', 'no emoji', 'so excited 🦑🪩🚚', '🇵🇹 🆒'])
    expect(hasTellingEmoji(harmlessOne, index), harmlessOne).toBe(false);
  for (const sign of tellingEmoji) expect(hasTellingEmoji(`thanks ${sign}`, index), sign).toBe(true);
  for (const unknown of ['nice 🔪', '😊🔪', '🏴']) expect(hasTellingEmoji(unknown, index), unknown).toBe(true);
});

test('two unknown words in a row are an unread part, as is one with foreign letters', () => {
  const isUnread = (text: string, names: string[] = []) =>
    hasUnknownPart(tokens(normalise(text)), index, new Set(names));
  expect(isUnread('thanks zorblax for the mug')).toBe(false);
  expect(isUnread('thanks zorblax quuxly')).toBe(true);
  expect(isUnread('thanks zorblax for quuxly')).toBe(false);
  expect(isUnread('thanks zorblax quuxly', ['zorblax'])).toBe(false);
  expect(isUnread('thanks 2024 99')).toBe(false);
  expect(isUnread('thanks 😊 😊')).toBe(false);
  expect(isUnread('thanks ありがとう')).toBe(true);
  expect(isUnread('a stoneware from alcobaça')).toBe(false);
});
