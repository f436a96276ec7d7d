import type { AnswerCase } from './answer-rows.ts';

/**
 * Returns true for greetings, thanks or praise that a phrase answers. The courtesy gate decides on them, and no item is
 * chosen.
 */
export function courtesyOnly({ one, right }: Pick<AnswerCase, 'one' | 'right'>): boolean {
  return one.risk === 'safe' && right.size === 0;
}
