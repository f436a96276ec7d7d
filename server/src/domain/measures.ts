import type { ErrorCode } from '../lib/error-catalogue.ts';
import type { RiskLevel } from './decision.ts';
import type { ModelFailureCause, ModelUse } from './language-model.ts';

/** The stages of a request, in order. The last one, `delivery`, is one attempt to deliver a notification. */
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
 * Called when a stage ends. The time since the end of the previous stage counts toward this stage. The listener reads
 * the clock, so the timed code needs no clock.
 */
export type StageEnd = (stage: Stage) => void;

/** The queues that are measured. */
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
 * The reasons why a caller of the agent interface failed to authenticate: no key, an invalid key, or too many such
 * failures from the caller's address.
 */
export const authenticationRefusals = ['missing', 'key_invalid', 'address_limited'] as const;
export type AuthenticationRefusal = (typeof authenticationRefusals)[number];

/**
 * The outcome of a question. `full` means that the question would have been passed on, but today's limit is reached.
 */
export type PageAskOutcome = 'answered' | 'passed_on' | 'full';

export type DeliveryOutcome = 'delivered' | 'retry' | 'failed' | 'unrecorded';

/**
 * What the parts of the service report for monitoring: counts, times and words from fixed lists, never an id or a text.
 * Each call returns immediately and never throws. Times are in milliseconds.
 */
export interface Measures {
  stageEnded(stage: Stage, durationMs: number): void;
  /**
   * Reports the end of a request. `route` is a registered pattern, never the request's path. For an unknown path,
   * `route` is null. `status` is 0 if no response was started.
   */
  requestEnded(request: { route: string | null; status: number; durationMs: number }): void;
  /** Reports a new draft that was stored. */
  decided(intent: string, riskLevel: RiskLevel): void;
  replayed(operation: 'draft' | 'handoff'): void;
  handedOff(): void;
  /** Reports a Page visitor's question and its outcome. */
  pageAsked(outcome: PageAskOutcome): void;
  refused(code: ErrorCode): void;
  authenticationRefused(reason: AuthenticationRefusal): void;
  /** Reports one request to a language model. */
  modelCalled(outcome: 'answered' | ModelFailureCause, durationMs: number): void;
  /** Reports one draft's use of a language model. */
  modelUsed(use: ModelUse): void;
  deliveryEnded(outcome: DeliveryOutcome, durationMs: number): void;
  /** Reports one transaction of the write thread, with the number of operations in it. */
  groupCommitted(operations: number): void;
  /** Reports one sync of the log, with the number of answers that waited for the sync. */
  logSynced(answers: number, durationMs: number): void;
  /** Registers a queue. `length` is called at each scrape; `limit` is the queue's maximum length. */
  watchQueue(queue: Queue, length: () => number, limit?: number): void;
}

const nothing = (): void => {};

/** Measures that record nothing, for when monitoring is off. */
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
