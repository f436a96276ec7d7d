import { expect, test } from 'vitest';
import { mainIntent } from '../../src/drafting/decide/main-intent.ts';
import { clause, english, hazard, meaning, risk } from './understood.ts';

test('the most dangerous meaning names a message, and only a plain danger does', () => {
  const risks = [risk('spam', 'block'), risk('threat', 'block')];
  expect(mainIntent(meaning({ shipping: 0.9 }, { risks }), [], true, undefined)).toBe('threat');
  expect(
    mainIntent(meaning({ shipping: 0.9 }, { hazards: [hazard('crisis', 'block')], risks }), [], true, undefined),
  ).toBe('crisis');
  const mild = { risks: [risk('threat', 'review')], hazards: [hazard('spam', 'review')] };
  expect(mainIntent(meaning({ shipping: 0.9 }, mild), [], true, undefined)).toBe('shipping');
});

test('a message in a language that is not understood is unclear, and one in unusual English is not', () => {
  const inLanguage = (found: string) => ({ language: { ...english, found, isUnderstood: false } });
  expect(mainIntent(meaning({ shipping: 0.9 }, inLanguage('fr')), [], false, undefined)).toBe('unclear');
  expect(mainIntent(meaning({ shipping: 0.9 }, inLanguage('en')), [], false, undefined)).toBe('shipping');
});

test("the creator's own matter names a message before its main question does", () => {
  expect(mainIntent(meaning({ shipping: 0.9 }), ['refund.demand'], true, undefined)).toBe('refund');
  expect(mainIntent(meaning({ shipping: 0.9 }), ['complaint', 'refund.demand'], true, undefined)).toBe('complaint');
});

test('an answered message is named by a question that may be answered, its plainest one', () => {
  const clauses = [
    clause('pricing', 'question', 0.4),
    clause('shipping', 'question', 0.5),
    clause('complaint', 'status'),
  ];
  expect(mainIntent(meaning({ complaint: 0.9 }, { clauses }), [], true, undefined)).toBe('shipping');
  expect(mainIntent(meaning({ complaint: 0.9 }), [], true, undefined)).toBe('content_question');
  expect(mainIntent(meaning({ unclear: 0.9 }), [], true, undefined)).toBe('content_question');
});

test('an unanswered message keeps its own name, unless it is unclear and one of its questions is plain', () => {
  expect(mainIntent(meaning({ complaint: 0.9 }), [], false, undefined)).toBe('complaint');
  const unclear = (score: number) => meaning({ unclear: 0.9 }, { clauses: [clause('shipping', 'question', score)] });
  expect(mainIntent(unclear(0.6), [], false, undefined)).toBe('shipping');
  expect(mainIntent(unclear(0.59), [], false, undefined)).toBe('unclear');
});

test('the intents of the people who ask for the likeliest item count, in proportion to its probability', () => {
  const understood = meaning({ shipping: 0.5, pricing: 0.4 });
  const item = (probability: number) => ({ probability, intents: { pricing: 0.9, shipping: 0.1 } });
  expect(mainIntent(understood, [], true, undefined)).toBe('shipping');
  expect(mainIntent(understood, [], true, item(0.9))).toBe('pricing');
  expect(mainIntent(understood, [], true, item(0.01))).toBe('shipping');
  expect(mainIntent(understood, [], true, { probability: 0.9, intents: {} })).toBe('shipping');
});
