import { setImmediate } from 'node:timers/promises';
import type { HistoryMessage } from '../../domain/conversation.ts';
import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import { policyFor } from '../policy-table.ts';
import { contextOf } from '../retrieve/context.ts';
import type { IndexedItem, PersonaIndex } from '../retrieve/persona-index.ts';
import { type Candidate, retrieve } from '../retrieve/retrieve.ts';
import { onlyCalls } from '../text/asking-turns.ts';
import { ruleBook } from '../text/patterns.ts';
import { actOf } from '../understand/act.ts';
import type { Understanding, UnderstoodClause } from '../understand/understand.ts';
import { isLastOwn, saidOtherwise } from './free-words.ts';
import { type ClosedKind, saysOnly } from './says-only.ts';

export interface JudgedClause extends UnderstoodClause {
  readonly candidates: readonly Candidate[];
  /** The item that answers the clause; null when none is needed or none will do. */
  readonly item: IndexedItem | null;
  /** '' when the clause may be answered without the creator; else why not. */
  readonly held: string;
}

/** Opens or holds each clause by the policy table, with the items that answer it. Others get their turn in between. */
export async function judgeClauses(
  understanding: Understanding,
  index: PersonaIndex,
  history: readonly HistoryMessage[],
  now: EpochMs,
  names: ReadonlySet<string>,
): Promise<JudgedClause[]> {
  const judged: JudgedClause[] = [];
  let compared = 0;
  for (const at of understanding.clauses.keys()) {
    const one = judgeOne(understanding, index, history, now, at, names);
    if (one !== null) judged.push(one);
    compared += index.items.length;
    if (compared < itemsAtOnce) continue;
    compared = 0;
    await setImmediate();
  }
  if (!judged.some((clause) => clause.item !== null)) return judged;
  return judged.map((clause) =>
    clause.held.startsWith('no-item') && goesWithoutAnswer(clause, understanding, index, names)
      ? { ...clause, gate: 'context', held: '' }
      : clause,
  );
}

/** Beside a question that is answered: "what can I do?", and "I'd love to order for my sister's birthday", which names nothing to answer. */
function goesWithoutAnswer(
  { intent, act, isAsked, from, to }: JudgedClause,
  understanding: Understanding,
  index: PersonaIndex,
  names: ReadonlySet<string>,
): boolean {
  if (onlyCalls(understanding.tokens, from, to)) return true;
  return (
    intent === 'purchase' &&
    act === 'request' &&
    !isAsked &&
    saysOnly('aside', { ...understanding, from, to, index, names })
  );
}

/** Others get their turn after so many comparisons of a clause with an item. */
const itemsAtOnce = 1_000;

function judgeOne(
  understanding: Understanding,
  index: PersonaIndex,
  history: readonly HistoryMessage[],
  now: EpochMs,
  at: number,
  names: ReadonlySet<string>,
): JudgedClause | null {
  const clause = understanding.clauses[at];
  if (clause === undefined) return null;
  const context = contextOf(index, understanding.tokens, understanding.clauses, at, history);
  const isOpen =
    context.intent === null &&
    clause.alsoMeans === null &&
    (clause.intent === 'unclear'
      ? clause.isAsked || clause.act !== 'status'
      : clause.isAsked && clause.gate === 'always' && !isPlainly(clause));
  const asked: Intent = context.intent ?? (isOpen ? 'content_question' : clause.intent);
  const act =
    asked === 'feedback' && wishes.find(understanding.tokens, clause.from, clause.to).length > 0
      ? 'request'
      : asked === clause.intent
        ? clause.act
        : continued(actOf(understanding.tokens, clause, asked), clause.isAsked);
  const question = {
    tokens: understanding.tokens,
    from: clause.from,
    to: clause.to,
    intent: asked,
    context: context.tokens,
    background: context.background,
    now,
  };
  const candidates = isAnswerable(asked) ? retrieve(index, question) : [];
  // A question of no plain intent is one about the work only when an approved item answers it.
  const isPlain = !isOpen || candidates[0]?.lack === '';
  const intent: Intent = isPlain ? asked : 'unclear';
  const gate: JudgedClause['gate'] =
    clause.gate === 'context' && context.intent === null ? 'context' : policyFor(intent)[act];
  const base = { ...clause, intent, act, gate };
  if (clause.alsoMeans !== null) return { ...base, candidates, item: null, held: `also:${clause.alsoMeans}` };
  const { tokens, idiom } = understanding;
  const says = (kind: ClosedKind): boolean =>
    saysOnly(kind, { tokens, from: clause.from, to: clause.to, idiom, index, names });
  if (gate === 'context')
    return { ...base, candidates: [], item: null, held: clause.isLeadIn || says('aside') ? '' : 'aside' };
  if (gate === 'always') {
    const isKnown = says(intent === 'feedback' ? 'remark' : 'kind');
    const held = !isKnown ? 'words' : isLastOwn(history, index) ? 'said-otherwise' : '';
    return { ...base, candidates: [], item: null, held };
  }
  const [first] = candidates;
  const item = first?.lack === '' ? first.item : null;
  if (gate === 'never') return { ...base, candidates, item: null, held: `never:${intent}.${act}` };
  if (item === null) return { ...base, candidates, item, held: `no-item:${first?.lack ?? 'none'}` };
  if (own.find(understanding.tokens, clause.from, clause.to).length > 0)
    return { ...base, candidates, item: null, held: 'own' };
  if (saidOtherwise(history, index, item)) return { ...base, candidates, item: null, held: 'said-otherwise' };
  return { ...base, candidates, item, held: '' };
}

/** Feedback that wishes for a change is for the creator to promise or not; a mild remark is thanked for. */
const wishes = ruleBook(
  [
    'would|could|should|might be|help|love|like|prefer|make',
    'can|could|would|will you',
    'please',
    'wish',
    'less',
    'more',
  ].map((pattern) => ({ id: 'wish', pattern, weight: 1 })),
);

/** Asks about the sender's own affairs, which no approved item knows. */
const own = ruleBook(
  [
    'what|whats|where|wheres|when|whens|how|hows|which|who|is|are ~1 my',
    'am i',
    'did i',
    'have i',
    'was i',
    'were we',
    'did you ~2 my',
    'have you ~2 my',
    'do i ~1 have|owe',
    'i last',
    'me to come',
    'i owe',
    'i am currently',
    'where i am',
    'my ~1 location|account|balance|list|calendar',
    'for me ~1 today',
  ].map((pattern) => ({ id: 'own', pattern, weight: 1 })),
);

/** Words that nobody knows do not matter where the intent is plain. */
function isPlainly({ scores }: UnderstoodClause): boolean {
  return (scores[0]?.score ?? 0) >= 0.5;
}

/** "And to Canada?" asks what was asked before. */
function continued(act: JudgedClause['act'], isAsked: boolean): JudgedClause['act'] {
  return isAsked || act === 'status' ? 'question' : act;
}

function isAnswerable(intent: Intent): boolean {
  const row = policyFor(intent);
  return [row.question, row.request, row.status].includes('with-item');
}
