import type { Intent } from '../../domain/decision.ts';
import type { Composed } from '../compose/compose.ts';
import type { DraftInput } from '../engine.ts';
import { mayBeAutomatic } from '../policy-table.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { hasStrangeSign } from '../understand/mood.ts';
import type { Understanding } from '../understand/understand.ts';
import { isPromised } from './free-words.ts';
import type { JudgedClause } from './judge-clauses.ts';
import type { PastHazard } from './past-hazards.ts';
import type { TopicHit } from './topics.ts';

interface Evidence {
  readonly input: DraftInput;
  readonly index: PersonaIndex;
  readonly understanding: Understanding;
  readonly clauses: readonly JudgedClause[];
  readonly past: readonly PastHazard[];
  readonly topics: readonly TopicHit[];
  readonly intent: Intent;
  readonly composed: Composed;
}

/** Everything that keeps the decision from being `safe`, weightiest first. `safe` is what leaves this list empty. */
export function reasonsToHold({
  input,
  index,
  understanding,
  clauses,
  past,
  topics,
  intent,
  composed,
}: Evidence): string[] {
  const reasons: string[] = [];
  if (input.awaitsCreator || isPromised(input.history, index)) reasons.push('awaits-creator');
  if (past.length > 0) reasons.push('history');
  for (const hazard of understanding.hazards) reasons.push(`hazard:${hazard.category}`);
  // Before what the classifier sees, which was trained on the languages that it understands.
  if (!understanding.language.isUnderstood)
    reasons.push(`language:${understanding.language.found === 'en' ? '' : understanding.language.found}`);
  for (const risk of understanding.risks) reasons.push(`hazard:${risk.category}`);
  for (const topic of topics) reasons.push(`topic:${topic.list}.${topic.index}`);
  if (understanding.isDisguised) reasons.push('disguise');
  if (hasStrangeSign(input.message, index.signs)) reasons.push('emoji');
  for (const clause of clauses)
    if (clause.held !== '') reasons.push(clause.intent === 'unclear' ? 'unclear' : clause.held);
  if (understanding.alsoMeans !== null) reasons.push(`also:${understanding.alsoMeans}`);
  // Several clauses may be plain, each by itself, where the whole of them is not.
  const [whole] = understanding.whole.intents;
  if (intent === 'unclear' || (clauses.length > 1 && whole?.intent === 'unclear')) reasons.push('unclear');
  else if (!mayBeAutomatic(intent)) reasons.push(`never:${intent}`);
  if (!composed.isWhole && clauses.some((clause) => clause.item !== null)) reasons.push('fit');
  if (composed.reply === '' && reasons.length === 0) reasons.push('nothing');
  return [...new Set(reasons)];
}
