import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { Token } from '../text/tokens.ts';
import type { AnswerKind } from './answer-kinds.ts';
import { asksFor, likelyAnswers } from './asks-for.ts';
import { type Entities, entitiesOf } from './entities.ts';

/** The things that a part of a message asks for, to be compared with approved items. */
export interface ReadQuestion {
  readonly intent: Intent;
  readonly now: EpochMs;
  readonly entities: Entities;
  /**
   * `needed`: the kinds of answer that the words ask for; an item must contain one of these kinds. `wanted`: the same
   * or, if the words ask for no kind, the probable kinds.
   */
  readonly needed: readonly AnswerKind[];
  readonly wanted: readonly AnswerKind[];
}

/** Reads the question in tokens[from, to). */
export function readQuestion(
  tokens: readonly Token[],
  from: number,
  to: number,
  intent: Intent,
  now: EpochMs,
): ReadQuestion {
  const list = tokens.slice(from, to);
  const needed = asksFor(list);
  return {
    intent,
    now,
    entities: entitiesOf(list),
    needed,
    wanted: needed.length > 0 ? needed : likelyAnswers(intent),
  };
}
