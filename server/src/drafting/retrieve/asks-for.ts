import type { Intent } from '../../domain/decision.ts';
import { ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';
import type { AnswerKind } from './persona-index.ts';

/** What a question wants to hear, so that an item on the right topic with the wrong kind of answer is not sent. Any one kind will do. */
const table: readonly (readonly [string, readonly AnswerKind[]])[] = [
  ['how much ~2 is|are|does|do|for|to|it|the|would|will|shipping', ['amount']],
  ['how much $', ['amount']],
  ['price|prices|pricing|cost|costs|fee|fees', ['amount']],
  ['whats|what ~3 price|cost|fee', ['amount']],
  ['do you charge', ['amount']],
  [
    'lead|gluten|dairy|lactose|nut|nuts|egg|eggs|wheat|sugar|alcohol|fragrance|scent|latex|acid|cruelty|royalty|ad|drm|nickel free',
    [],
  ],
  ['is ~3 free', ['amount']],
  ['discount*|coupon*|promo|voucher', ['percent', 'code', 'amount']],
  ['how long ~6', ['duration', 'time']],
  ['stock|available|availability|restock*', ['stock']],
  ['sold out', ['stock']],
  ['how many ~4 left|free|remain|remaining', ['stock']],
  ['how many', ['number']],
  ['left', ['stock', 'time', 'number']],
  ['how old', ['number', 'time', 'duration']],
  ['how tall', ['number']],
  ['how often', ['time', 'duration']],
  ['when is|are|was|were|do|does|did|will|would|can|could|should|shall|exactly', ['time', 'duration']],
  ['^ when', ['time', 'duration']],
  ['when $', ['time', 'duration']],
  ['whens', ['time', 'duration']],
  ['what time|times|day|days|date|dates|hours', ['time']],
  ['which day|days|date|dates', ['time']],
  ['where ~2 buy|get|order|purchase|find|shop', ['link', 'place']],
  ['where', ['place', 'link']],
  ['link|url|website', ['link']],
];

const book = ruleBook(table.map(([pattern], line) => ({ id: String(line), pattern, weight: 1 })));

/** The kinds of answer that would satisfy the question; empty when any will do. The earliest line of the table that fits decides. */
export function asksFor(tokens: readonly Token[]): readonly AnswerKind[] {
  const lines = book.find(tokens).map((hit) => Number(hit.rule.id));
  return lines.length === 0 ? [] : (table[Math.min(...lines)]?.[1] ?? []);
}

/** The kinds that are likely wanted, where the words name none. */
export function likelyAnswers(intent: Intent): readonly AnswerKind[] {
  return intent === 'pricing' ? ['amount', 'percent', 'code'] : [];
}
