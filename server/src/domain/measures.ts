import type { ErrorCode } from '../lib/error-catalogue.ts';
import type { RiskLevel } from './decision.ts';
import type { ModelFailureCause, ModelUse } from './language-model.ts';

/** The stages of one request in their order, and `delivery`: one attempt to deliver one notification to its creator. */
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
 * Called when a stage of one piece of work ends; the time since the previous stage ended belongs to it. The listener
 * has the clock, so the timed code needs none.
 */
export type StageEnd = (stage: Stage) => void;

/** The queues, by where they wait. */
export const queues = [
  'requests',
  'writes',
  'connections',
  'model_calls',
  'model_places',
  'deliveries',
  'streams',
  'passwords',
  'drafts',
] as const;
export type Queue = (typeof queues)[number];

/**
 * Why a caller of the agents' interface failed to authenticate: no key, an invalid key, or too many of either from its
 * address.
 */
export const authenticationRefusals = ['missing', 'key_invalid', 'address_limited'] as const;
export type AuthenticationRefusal = (typeof authenticationRefusals)[number];

/** `full`: it would have been passed on, but today's limit is reached. */
export type PageAskOutcome = 'answered' | 'passed_on' | 'full';

export type DeliveryOutcome = 'delivered' | 'retry' | 'failed' | 'unrecorded';

/**
 * The folders' reports of their work for monitoring: counts, times and words from fixed lists, never an id or a text.
 * Each call returns at once and never throws. Times are in milliseconds.
 */
export interface Measures {
  stageEnded(stage: Stage, durationMs: number): void;
  /**
   * `route` is a registered pattern, never the path of a request; null for an unknown path. `status` is 0 if no answer
   * began.
   */
  requestEnded(request: { route: string | null; status: number; durationMs: number }): void;
  /** A new draft that was stored. */
  decided(intent: string, riskLevel: RiskLevel): void;
  replayed(operation: 'draft' | 'handoff'): void;
  handedOff(): void;
  /** A Page visitor's question, and its outcome. */
  pageAsked(outcome: PageAskOutcome): void;
  refused(code: ErrorCode): void;
  authenticationRefused(reason: AuthenticationRefusal): void;
  /** One request to a language model. */
  modelCalled(outcome: 'answered' | ModelFailureCause, durationMs: number): void;
  /** One draft's use of a language model, and whether its words were used. */
  modelUsed(use: ModelUse): void;
  deliveryEnded(outcome: DeliveryOutcome, durationMs: number): void;
  /** One transaction of the write thread, and how many operations it included. */
  groupCommitted(operations: number): void;
  /** One sync of the log, and how many answers waited for it. */
  logSynced(answers: number, durationMs: number): void;
  /** `length` is called at each scrape; `limit` is its maximum. */
  watchQueue(queue: Queue, length: () => number, limit?: number): void;
}

const nothing = (): void => {};

/** Monitoring is off. */
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
