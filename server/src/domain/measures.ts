import type { ErrorCode } from '../lib/errors.ts';
import type { RiskLevel } from './decision.ts';
import type { ModelFailureCause, ModelUse } from './language-model.ts';

/** The stages of one request in their order, and `delivery`: one attempt to take one notification to its creator. */
export const stages = [
  'authentication',
  'reading',
  'admission',
  'understanding',
  'retrieval',
  'composition',
  'guard',
  'model',
  'settle',
  'delivery',
] as const;
export type Stage = (typeof stages)[number];

/**
 * Told as each stage of one piece of work ends: what passed since the last one ended was that stage's. Whoever listens
 * has the clock, so that what is timed needs none.
 */
export type StageEnd = (stage: Stage) => void;

/** What may have to wait, by where it waits. */
export const queues = [
  'requests',
  'writes',
  'connections',
  'model_calls',
  'model_places',
  'deliveries',
  'streams',
  'drafts',
] as const;
export type Queue = (typeof queues)[number];

/** Why a caller of the agents' interface was not known: no key, one that does not work, or too many of either from its address. */
export const authenticationRefusals = ['missing', 'key_invalid', 'address_limited'] as const;
export type AuthenticationRefusal = (typeof authenticationRefusals)[number];

/** `full`: it would have been passed on, and no more are today. */
export type PageAskOutcome = 'answered' | 'passed_on' | 'full';

export type DeliveryOutcome = 'delivered' | 'retry' | 'failed' | 'unrecorded';

/**
 * What the rooms tell of their work, for whoever watches over the service: counts, times and words from closed lists,
 * never an id or a text. Each call returns at once and never throws. Times are in milliseconds.
 */
export interface Measures {
  stageEnded(stage: Stage, durationMs: number): void;
  /** `route` is a registered pattern, never the path of a request; null for a path that is none. `status` is 0 where no answer began. */
  requestEnded(request: { route: string | null; status: number; durationMs: number }): void;
  /** A draft that was made anew, and stored. */
  decided(intent: string, riskLevel: RiskLevel): void;
  replayed(operation: 'draft' | 'handoff'): void;
  handedOff(): void;
  /** A question that a visitor of a Page asked, and what became of it. */
  pageAsked(outcome: PageAskOutcome): void;
  refused(code: ErrorCode): void;
  authenticationRefused(reason: AuthenticationRefusal): void;
  /** One request to a language model. */
  modelCalled(outcome: 'answered' | ModelFailureCause, durationMs: number): void;
  /** What one draft took of a language model, and whether its words were used. */
  modelUsed(use: ModelUse): void;
  deliveryEnded(outcome: DeliveryOutcome, durationMs: number): void;
  /** One transaction of the write thread, and how many operations it took along. */
  groupCommitted(operations: number): void;
  /** One sync of the log, and how many answers waited for it. */
  logSynced(answers: number, durationMs: number): void;
  /** `length` is asked whenever somebody looks; `limit` is what it may grow to at most. */
  watchQueue(queue: Queue, length: () => number, limit?: number): void;
}

const nothing = (): void => {};

/** Nobody watches. */
export const noMeasures: Measures = {
  stageEnded: nothing,
  requestEnded: nothing,
  decided: nothing,
  replayed: nothing,
  handedOff: nothing,
  pageAsked: nothing,
  refused: nothing,
  authenticationRefused: nothing,
  modelCalled: nothing,
  modelUsed: nothing,
  deliveryEnded: nothing,
  groupCommitted: nothing,
  logSynced: nothing,
  watchQueue: nothing,
};
