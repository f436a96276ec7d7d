import type { HistoryMessage } from '../../domain/conversation.ts';
import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import { policyFor, type Gate } from '../policy-table.ts';
import { contextOf } from '../retrieve/context.ts';
import type { IndexedItem, PersonaIndex } from '../retrieve/persona-index.ts';
import { retrieve, type Candidate } from '../retrieve/retrieve.ts';
import { actOf } from '../understand/act.ts';
import type { UnderstoodClause, Understanding } from '../understand/understand.ts';

export interface JudgedClause extends Omit<UnderstoodClause, 'gate'> {
  readonly gate: Gate | 'context';
  readonly candidates: readonly Candidate[];
  /** The item that answers the clause; null when none is needed or none will do. */
  readonly item: IndexedItem | null;
  /** '' when the clause may be answered without the creator; else why not. */
  readonly held: string;
}

/** Opens or holds each clause by the policy table, with the items that answer it. */
export function judgeClauses(understanding: Understanding, index: PersonaIndex, history: readonly HistoryMessage[], now: EpochMs): JudgedClause[] {
  return understanding.clauses.map((clause, at): JudgedClause => {
    const context = contextOf(index, understanding.tokens, understanding.clauses, at, history);
    const intent: Intent = context.intent ?? clause.intent;
    const act = context.intent === null ? clause.act : continued(actOf(understanding.tokens, clause, intent), clause.isAsked);
    const gate: JudgedClause['gate'] = clause.gate === 'context' && context.intent === null ? 'context' : policyFor(intent)[act];
    const base = { ...clause, intent, act, gate };
    const question = { tokens: understanding.tokens, from: clause.from, to: clause.to, intent, context: context.tokens, now };
    const candidates = isAnswerable(intent) ? retrieve(index, question) : [];
    if (clause.alsoMeans !== null) return { ...base, candidates, item: null, held: `also:${clause.alsoMeans}` };
    if (gate === 'context') return { ...base, candidates: [], item: null, held: '' };
    if (gate === 'always') return { ...base, candidates: [], item: null, held: clause.isEveryday ? '' : 'words' };
    const [first] = candidates;
    const item = first?.lack === '' ? first.item : null;
    if (gate === 'never') return { ...base, candidates, item: null, held: `never:${intent}.${act}` };
    if (item === null) return { ...base, candidates, item, held: `no-item:${first?.lack ?? 'none'}` };
    return { ...base, candidates, item, held: '' };
  });
}

/** "And to Canada?" asks what was asked before. */
function continued(act: JudgedClause['act'], isAsked: boolean): JudgedClause['act'] {
  return isAsked || act === 'status' ? 'question' : act;
}

function isAnswerable(intent: Intent): boolean {
  const row = policyFor(intent);
  return [row.question, row.request, row.status].includes('with-item');
}
