import type { Intent } from '../../domain/decision.ts';
import { type Rule, ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';
import {
  access_problem,
  availability,
  billing,
  booking,
  giveaway,
  order_status,
  pricing,
  purchase,
  refund,
  shipping,
} from './intents/commerce.ts';
import {
  advice,
  collaboration,
  content_question,
  content_request,
  legal,
  personal,
  schedule,
} from './intents/content.ts';
import type { IntentRules } from './intents/intent-rules.ts';
import { complaint, feedback, greeting, identity, opt_out, praise } from './intents/social.ts';

/** In the order in which equals are decided: what must not be missed comes first. */
const rulesOf: readonly [Intent, IntentRules][] = [
  ['opt_out', opt_out],
  ['identity', identity],
  ['legal', legal],
  ['advice', advice],
  ['order_status', order_status],
  ['refund', refund],
  ['billing', billing],
  ['complaint', complaint],
  ['collaboration', collaboration],
  ['giveaway', giveaway],
  ['access_problem', access_problem],
  ['booking', booking],
  ['shipping', shipping],
  ['availability', availability],
  ['pricing', pricing],
  ['schedule', schedule],
  ['purchase', purchase],
  ['content_request', content_request],
  ['personal', personal],
  ['content_question', content_question],
  ['feedback', feedback],
  ['praise', praise],
  ['greeting', greeting],
];

export const intentBook = ruleBook(
  rulesOf.flatMap(([intent, rules]) =>
    Object.entries(rules).flatMap(([weight, patterns]) =>
      patterns.map((pattern): Rule => ({ id: intent, pattern, weight: Number(weight) })),
    ),
  ),
);

export interface IntentScore {
  readonly intent: Intent;
  readonly score: number;
}

export interface ScoredClause {
  /** Best first; only scores above 0. */
  readonly scores: readonly IntentScore[];
}

/** Every intent's evidence in tokens[from, to): the strongest pattern, and a little for each further one. */
export function scoreIntents(tokens: readonly Token[], from: number, to: number): ScoredClause {
  const best = new Map<Intent, { top: number; rest: number; against: number }>();
  const counted = new Set<Rule>();
  for (const hit of intentBook.find(tokens, from, to)) {
    if (counted.has(hit.rule)) continue;
    counted.add(hit.rule);
    // Rule ids above are intents.
    const intent = hit.rule.id as Intent;
    const sum = best.get(intent) ?? { top: 0, rest: 0, against: 0 };
    const weight = hit.rule.weight;
    if (weight < 0) sum.against += weight;
    else if (weight > sum.top) {
      sum.rest += sum.top;
      sum.top = weight;
    } else sum.rest += weight;
    best.set(intent, sum);
  }
  const scores = rulesOf
    .map(([intent], order) => ({ intent, order, score: total(best.get(intent)) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .map(({ intent, score }) => ({ intent, score }));
  return { scores };
}

function total(sum: { top: number; rest: number; against: number } | undefined): number {
  if (sum === undefined) return 0;
  return Math.round((sum.top + Math.min(3, sum.rest * 0.34) + sum.against) * 100) / 100;
}
