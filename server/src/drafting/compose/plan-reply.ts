import type { JudgedClause } from '../decide/judge-clauses.ts';
import type { ReplyPlan } from './compose.ts';

/** What a reply to these clauses has to hold. */
export function planReply(clauses: readonly JudgedClause[]): ReplyPlan {
  const held = clauses.filter((clause) => clause.held !== '');
  return {
    greets: clauses.some((clause) => clause.intent === 'greeting'),
    thanks: clauses.some(
      (clause) => clause.intent === 'praise' || (clause.intent === 'feedback' && clause.held === ''),
    ),
    discloses: clauses.some((clause) => clause.intent === 'identity'),
    isKind: clauses.every(({ gate, held }) => gate === 'always' || (gate === 'context' && held === '')),
    isPartial: held.some((clause) => clause.intent !== 'identity'),
    isSober: held.some((clause) => /^(?:never|also):/.test(clause.held)),
    items: [...new Set(clauses.flatMap((clause) => (clause.item === null ? [] : [clause.item])))],
  };
}
