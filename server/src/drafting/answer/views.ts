import type { HistoryMessage } from '../../domain/conversation.ts';
import { entitiesOf } from '../retrieve/entities.ts';
import { fillerWords } from '../text/lexicon.ts';
import { normalise } from '../text/normalise.ts';
import { type Token, tokens as tokensOf } from '../text/tokens.ts';
import { wordIdOf } from '../text/word-ids.ts';
import type { Understanding, UnderstoodClause } from '../understand/understand.ts';
import { isOnlySmallTalk, withoutSmallTalk } from './small-talk.ts';

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
 * Kai" or "I have a toddler and zero time" says nothing about what is asked. `isOwn` returns true for the id of a word
 * in the creator's items.
 */
export function viewsOf(
  { tokens, clauses }: Understanding,
  history: readonly HistoryMessage[],
  isOwn: (word: number) => boolean,
): View[] {
  const kept = trimmed(clauses, (clause) => isAside(clause, tokens, isOwn));
  const asking = kept.find((clause) => clause.isAsked) ?? kept[0];
  const viewOf = (kind: View['kind'], from: number, to: number, clause: UnderstoodClause | undefined): View => {
    const [first, end] = clause !== undefined && asks(clause) ? withoutSmallTalk(tokens, from, to) : [from, to];
    return { kind, tokens, from: first, to: end, clause };
  };
  const views = [viewOf('whole', kept[0]?.from ?? 0, kept.at(-1)?.to ?? tokens.length, asking)];
  if (kept.length > 1)
    for (const clause of kept) {
      if (!asks(clause) && clause.to - clause.from < leastWords) continue;
      if (views.length > mostClauses) break;
      views.push(viewOf('clause', clause.from, clause.to, clause));
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

/** Returns the clauses without the asides at the beginning and the end; all clauses if there are only asides. */
function trimmed(
  clauses: readonly UnderstoodClause[],
  isLeftOut: (clause: UnderstoodClause) => boolean,
): readonly UnderstoodClause[] {
  const first = clauses.findIndex((clause) => !isLeftOut(clause));
  return first < 0 ? clauses : clauses.slice(first, clauses.findLastIndex((clause) => !isLeftOut(clause)) + 1);
}

/**
 * Returns true if a clause says nothing about what is asked: it leads up to the question, is small talk, or is a greeting
 * or a remark in everyday words that names no value and none of the creator's items. Any other remark may change the
 * answer ("I am pregnant").
 */
function isAside(
  { from, to, gate, isAsked, isLeadIn, intent, isEveryday }: UnderstoodClause,
  tokens: readonly Token[],
  isOwn: (word: number) => boolean,
): boolean {
  if (isLeadIn) return true;
  if (isAsked) return false;
  if (isOnlySmallTalk(tokens, from, to) || (intent === 'greeting' && isEveryday)) return true;
  if (!isEveryday || (gate !== 'always' && gate !== 'context')) return false;
  const content = tokens.slice(from, to).filter(({ word, isEmoji }) => !isEmoji && !fillerWords.has(word));
  return !content.some(({ word }) => isOwn(wordIdOf(word))) && entitiesOf(tokens, from, to).at.size === 0;
}
