import type { Intent } from '../../domain/decision.ts';
import type { Hazard } from '../understand/find-hazards.ts';
import type { JudgedClause } from './judge-clauses.ts';

/** What a message is called when nothing but a soft sign of danger was understood in it. */
const softly: Partial<Record<Intent, Intent>> = {
  crisis: 'advice',
  harassment: 'complaint',
  threat: 'complaint',
  sexual: 'personal',
  minor_safety: 'personal',
  spam: 'collaboration',
};

/** The riskiest thing that the message means, else its main question, else what it opens with. */
export function mainIntent(clauses: readonly JudgedClause[], hazards: readonly Hazard[]): Intent {
  const [worst] = hazards;
  if (worst?.level === 'block') return worst.category;
  const also = clauses.find((clause) => clause.alsoMeans !== null && !isQuiet(clause.intent))?.alsoMeans;
  const serious = clauses.find((clause) => clause.held.startsWith('never:') && clause.intent !== 'unclear');
  if (serious !== undefined) return serious.intent;
  const asked = clauses.find((clause) => !isQuiet(clause.intent) && clause.intent !== 'unclear');
  if (asked !== undefined) return asked.intent;
  const mixed = clauses.find((clause) => clause.alsoMeans !== null)?.alsoMeans;
  if (mixed !== undefined && mixed !== null) return mixed;
  if (also !== undefined && also !== null) return also;
  const opaque = clauses.find((clause) => clause.intent === 'unclear' && clause.gate !== 'context');
  if (opaque !== undefined && worst !== undefined) return softly[worst.category] ?? 'unclear';
  if (opaque !== undefined && !clauses.some((clause) => isQuiet(clause.intent))) return 'unclear';
  const praise = clauses.find((clause) => clause.intent === 'praise');
  if (praise !== undefined) return 'praise';
  return clauses.find((clause) => clause.intent === 'greeting')?.intent ?? 'unclear';
}

function isQuiet(intent: Intent): boolean {
  return intent === 'greeting' || intent === 'praise';
}
