import type { Intent } from '../../domain/decision.ts';
import { hazardIntents } from '../learned/heads.ts';
import type { Understanding } from '../understand/understand.ts';
import type { JudgedClause } from './judge-clauses.ts';

/** The riskiest thing that the message means, else its main question, else what it opens with. */
export function mainIntent(clauses: readonly JudgedClause[], understanding: Understanding): Intent {
  const blocked = [...understanding.hazards, ...understanding.risks].filter(({ level }) => level === 'block');
  const worst = hazardIntents.find((category) => blocked.some((hazard) => hazard.category === category));
  if (worst !== undefined) return worst;
  const [first] = understanding.whole.intents;
  const [only] = clauses;
  // The judge of the only clause knows more where it is answered: what the thread asked before, and which items there are.
  if (clauses.length === 1 && only?.held === '' && only.intent !== 'unclear') return named(only);
  const serious = clauses.find((clause) => clause.held.startsWith('never:') && (clause.scores[0]?.score ?? 0) >= sure);
  if (serious !== undefined) return serious.intent;
  return first?.intent ?? 'unclear';
}

/** Of an answer, where the classifier hesitates: the matter of the item that answers, else a question about the work. */
function named({ intent, item, scores }: JudgedClause): Intent {
  const [first] = scores;
  if (item === null || first === undefined || first.score >= hesitant || item.intents.has(intent)) return intent;
  return 'content_question';
}

const hesitant = 0.6;
/** A clause that the creator must answer names the message when it is so plain. */
const sure = 0.6;
