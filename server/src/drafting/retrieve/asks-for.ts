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
  ['is ~3 free', ['amount']],
  ['discount*|coupon*|promo|voucher', ['percent', 'code', 'amount']],
  ['how long ~6', ['duration', 'time']],
  ['stock|available|availability|restock*', ['stock']],
  ['sold out', ['stock']],
  ['left', ['stock']],
  ['how many', ['number']],
  ['how old', ['number']],
  ['how tall', ['number']],
  ['how often', ['time', 'duration']],
  ['when', ['time', 'duration']],
  ['whens', ['time', 'duration']],
  ['what time|times|day|days|date|dates|hours', ['time']],
  ['which day|days|date|dates', ['time']],
  ['where ~2 buy|get|order|purchase|find|shop', ['link', 'place']],
  ['where', ['place', 'link']],
  ['link|url|website', ['link']],
];

const book = ruleBook(table.map(([pattern], line) => ({ id: String(line), pattern, weight: 1 })));

/** The kinds of answer that would satisfy the question; empty when any will do. The earliest line of the table that fits decides. */
export function asksFor(tokens: readonly Token[], intent: Intent): readonly AnswerKind[] {
  const lines = book.find(tokens).map((hit) => Number(hit.rule.id));
  if (lines.length === 0) return intent === 'pricing' ? ['amount', 'percent', 'code'] : [];
  return table[Math.min(...lines)]?.[1] ?? [];
}
