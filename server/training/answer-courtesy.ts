import type { AnswerCase } from './answer-rows.ts';

/** A greeting, thanks or praise that a phrase answers: no item is chosen for it, and the courtesy gate judges it. */
export function courtesyOnly({ one, right }: Pick<AnswerCase, 'one' | 'right'>): boolean {
  return one.risk === 'safe' && right.size === 0;
}
