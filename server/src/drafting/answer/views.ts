import type { HistoryMessage } from '../../domain/conversation.ts';
import { normalise } from '../text/normalise.ts';
import { type Token, tokens as tokensOf } from '../text/tokens.ts';
import type { Understanding, UnderstoodClause } from '../understand/understand.ts';

/**
 * A stretch of words that is scored separately: the message, one clause of it, or the message together with the fan's
 * previous message.
 */
export interface View {
  readonly kind: 'whole' | 'clause' | 'thread';
  /** The text that the stretch is cut from; the same array for all stretches of one text. */
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  /**
   * The view's clause. For a view of the whole message or the thread, the first clause that ends in a question mark,
   * otherwise the first clause.
   */
  readonly clause: UnderstoodClause | undefined;
}

/** Clauses with fewer words that do not ask have no view of their own. */
const leastWords = 4;
/** Only this many clauses, the first ones, are scored. This limits the time per message. */
const mostClauses = 6;

/** Returns the views of a message, starting with the whole message. */
export function viewsOf({ tokens, clauses }: Understanding, history: readonly HistoryMessage[]): View[] {
  const asking = clauses.find((clause) => clause.isAsked) ?? clauses[0];
  const views: View[] = [{ kind: 'whole', tokens, from: 0, to: tokens.length, clause: asking }];
  if (clauses.length > 1)
    for (const clause of clauses) {
      if (!asks(clause) && clause.to - clause.from < leastWords) continue;
      if (views.length > mostClauses) break;
      views.push({ kind: 'clause', tokens, from: clause.from, to: clause.to, clause });
    }
  const before = history.findLast(({ direction }) => direction === 'inbound');
  if (before !== undefined) {
    const joined = [...tokensOf(normalise(before.body.slice(0, 800))), ...tokens];
    views.push({ kind: 'thread', tokens: joined, from: 0, to: joined.length, clause: asking });
  }
  return views;
}

/** Returns true if a clause asks for something, according to its question mark or its act. */
export function asks({ isAsked, act }: UnderstoodClause): boolean {
  return isAsked || act === 'question' || act === 'request';
}
