import type { RiskLevel } from '../domain/decision.ts';
import { type HazardIntent, hazardIntents, type Intent, intents } from '../domain/intents.ts';

/** The acts of a clause: it asks, requests, insists, or describes the sender's situation. */
export const acts = ['question', 'request', 'demand', 'status'] as const;
export type Act = (typeof acts)[number];

/**
 * Whether a clause with a given intent and act may be answered without the creator. `never`: no. `with-item`: only with
 * an approved fact or offer that answers it. `always`: an approved phrase is enough. `context`: the clause only states
 * something, and needs no answer if another clause asks.
 */
export type Gate = 'never' | 'with-item' | 'always' | 'context';

export interface PolicyRow extends Readonly<Record<Act, Gate>> {
  readonly intent: Intent;
  /** The risk level of a clause of this intent if its gate does not open. `blocked` applies regardless of the gate. */
  readonly risk: RiskLevel;
}

/**
 * The gates of an intent that items may answer, and those of an intent that only the creator answers. Both are in the
 * order of `acts`.
 */
const asked = 'with-item with-item never context';
const never = 'never never never never';

/**
 * The only place that defines which messages may ever be answered automatically. Rules and detectors can only make a
 * decision stricter than this table. It has no rows for hazards, because nothing opens their gates.
 */
const gatesOf: Readonly<Record<Exclude<Intent, HazardIntent>, string>> = {
  greeting: 'always always never always',
  praise: 'always always never always',
  content_question: asked,
  content_request: asked,
  schedule: asked,
  pricing: 'with-item never never context',
  purchase: asked,
  availability: asked,
  shipping: asked,
  order_status: never,
  access_problem: 'with-item with-item never with-item',
  refund: 'with-item never never never',
  billing: 'with-item never never never',
  booking: asked,
  collaboration: never,
  giveaway: 'with-item never never context',
  personal: 'with-item never never never',
  identity: never,
  feedback: 'never never never always',
  complaint: never,
  advice: never,
  legal: 'with-item never never never',
  opt_out: never,
  unclear: never,
};

/** The intents that carry no risk even if their gate does not open. */
const safeIntents: ReadonlySet<string> = new Set<Intent>(['greeting', 'praise']);

const byIntent: ReadonlyMap<Intent, PolicyRow> = new Map(
  intents.map((intent) => {
    if (isHazard(intent)) return [intent, row(intent, never, 'blocked')];
    return [intent, row(intent, gatesOf[intent], safeIntents.has(intent) ? 'safe' : 'review')];
  }),
);

/** Returns the intent's row, or the strictest possible row if the table has none. */
export function policyFor(intent: Intent): PolicyRow {
  return byIntent.get(intent) ?? row(intent, never, 'review');
}

/** Returns true if any act of the intent may be answered without the creator. */
export function mayBeAutomatic(intent: Intent): boolean {
  const entry = policyFor(intent);
  return acts.some((act) => entry[act] === 'always' || entry[act] === 'with-item');
}

function row(intent: Intent, gates: string, risk: RiskLevel): PolicyRow {
  // The words in the table follow the order of `acts`. The test of the table checks that each word is a gate.
  const [question, request, demand, status] = gates.split(' ') as [Gate, Gate, Gate, Gate];
  return { intent, question, request, demand, status, risk };
}

function isHazard(intent: Intent): intent is HazardIntent {
  return hazardIntents.some((hazard) => hazard === intent);
}
