import type { AnswerCase } from './answer-rows.ts';

/** Greetings, thanks or praise that a phrase answers: no item is chosen for them, and the courtesy gate judges them. */
export function courtesyOnly({ one, right }: Pick<AnswerCase, 'one' | 'right'>): boolean {
  return one.risk === 'safe' && right.size === 0;
}
