import type { Intent } from '../../domain/decision.ts';
import { ruleBook } from '../text/patterns.ts';
import { readTable } from '../text/read-lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { type AnswerKind, answerKinds } from './answer-kinds.ts';

/**
 * The kinds of answer that patterns of words ask for. This way, items on the right topic with the wrong kind of answer
 * are not used.
 */
const table = [...readTable('questions', 'answer kinds')].map(([pattern, kinds]) => ({
  pattern,
  kinds: kinds.map(answerKind),
}));

const book = ruleBook(table.map(({ pattern }, line) => ({ id: String(line), pattern, weight: 1 })));

/**
 * Returns the kinds of answer that would satisfy the question; empty if any kind will do. The kinds are in the first
 * line of the table that matches.
 */
export function asksFor(tokens: readonly Token[]): readonly AnswerKind[] {
  const lines = book.find(tokens).map((hit) => Number(hit.rule.id));
  return lines.length === 0 ? [] : (table[Math.min(...lines)]?.kinds ?? []);
}

/** Returns the kinds of answer that are probably wanted if the words of the question name none. */
export function likelyAnswers(intent: Intent): readonly AnswerKind[] {
  return intent === 'pricing' ? ['amount', 'percent', 'code'] : [];
}

function answerKind(name: string): AnswerKind {
  const kind = answerKinds.find((known) => known === name);
  if (kind === undefined) throw new Error(`lexicons/questions.txt: "${name}" is not a kind of answer`);
  return kind;
}
