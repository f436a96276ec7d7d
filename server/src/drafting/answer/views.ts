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
   * The clause that the view consists of. For a view of the whole message or the thread: the first clause that ends in
   * a question mark, otherwise the first clause.
   */
  readonly clause: UnderstoodClause | undefined;
}

/** A clause with fewer words than this that asks nothing has no view of its own. */
const leastWords = 4;
/** The number of clauses that are scored, counted from the first. This limits the time per message. */
const mostClauses = 6;

/**
 * Returns the views of a message. The first view is the whole message without the small talk around it, because "Hi
 * Kai" or "I have a toddler and zero time" says nothing about what is asked.
 */
export function viewsOf({ tokens, clauses }: Understanding, history: readonly HistoryMessage[]): View[] {
  const kept = clauses.flatMap((clause) => (clause.core === null ? [] : [{ clause, ...clause.core }]));
  const asking = (kept.find(({ clause }) => clause.isAsked) ?? kept[0])?.clause;
  const whole = { from: kept[0]?.from ?? 0, to: kept.at(-1)?.to ?? tokens.length };
  const views: View[] = [{ kind: 'whole', tokens, ...whole, clause: asking }];
  if (kept.length > 1)
    for (const { clause, from, to } of kept) {
      if (!asks(clause) && to - from < leastWords) continue;
      if (views.length > mostClauses) break;
      views.push({ kind: 'clause', tokens, from, to, clause });
    }
  const before = history.findLast(({ direction }) => direction === 'inbound');
  if (before !== undefined) {
    const joined = [...tokensOf(normalise(before.body.slice(0, 800))), ...tokens];
    views.push({ kind: 'thread', tokens: joined, from: 0, to: joined.length, clause: asking });
  }
  return views;
}

/**
 * Returns true if a clause asks for something. This is decided by its question mark or its act. A greeting or praise
 * asks for nothing, even if its verbs suggest otherwise.
 */
export function asks({ isAsked, act, gate }: UnderstoodClause): boolean {
  return isAsked || (gate !== 'always' && (act === 'question' || act === 'request'));
}
