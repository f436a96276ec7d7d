/** The language model that reads messages, and its limits. */
export interface ModelSettings {
  readonly provider: ModelProvider;
  /** The provider's name for the model. */
  readonly name: string;
  /** The address of the API; null for the provider's own. */
  readonly baseUrl: string | null;
  readonly key: string | null;
  /**
   * Whether to reject a draft if the model should read its message but cannot. If false, the message is then decided
   * without the model.
   */
  readonly isRequired: boolean;
  /** The time limit for one draft in total, including waiting for a slot, retries and further questions. */
  readonly timeoutMs: number;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** The maximum number of concurrent calls in this process. The next field is the limit for each workspace. */
  readonly concurrency: number;
  readonly concurrencyPerWorkspace: number;
  /** How many of the model's results a process caches for repeated drafts; 0 turns the cache off. */
  readonly cachedReadings: number;
}

export const modelProviders = ['openai-compatible', 'anthropic', 'openai'] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Why a model's answer was not used. */
export const modelFailures = {
  timeout: 'it did not answer in time',
  unreachable: 'it could not be reached',
  overloaded: 'it was overloaded or failed internally',
  refused: 'it rejected the request',
  too_large: 'its answer was too long',
  malformed: 'its response was not a valid model response',
  schema: 'its answer did not match the required form',
  guard: 'its wording did not pass the guard',
  too_long: 'the question exceeded its token budget',
  busy: 'no slot became free in time',
  circuit_open: 'recent calls failed, so calls are paused for a moment',
  caller_gone: 'the caller had disconnected',
} as const;
export type ModelFailureCause = keyof typeof modelFailures;

/** A model call without a usable result. Its message is the service's own text and never quotes the provider. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureCause;
  /** The HTTP status of the provider's response; null if there was none. */
  readonly status: number | null;
  // A provider's error contains the whole prompt, so the error is not kept as the cause: a log might print it.
  constructor(reason: ModelFailureCause, status: number | null = null) {
    super(modelFailures[reason]);
    this.reason = reason;
    this.status = status;
  }
}

/** How one draft used a model. Contains only counts and no content. */
export interface ModelUse {
  readonly outcome: 'used' | ModelFailureCause;
  /** The number of requests, including retries. */
  readonly calls: number;
  /** The number of questions of each kind. */
  readonly readings: number;
  readonly checks: number;
  readonly wordings: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
  /** True if the reading was cached by an earlier draft, so that no question was asked. */
  readonly isCached?: boolean;
}

/** One question to a model, within its draft's time limit. */
export interface ModelQuestion {
  readonly workspaceId: string;
  /** Returns false once nobody is waiting for the answer. After that, no further work is started. */
  readonly isWanted: () => boolean;
  /** The deadline, as a `performance.now()` timestamp. */
  readonly deadlineMs: number;
  /** The instructions for the model, written by the service and the creator. */
  readonly instructions: string;
  /** All text from outside, marked as data. */
  readonly data: string;
  /** The JSON Schema of the answer. */
  readonly schema: object;
  /** The schema's name, from which a provider can tell the kind of answer. Default: `reply`. */
  readonly schemaName?: string;
  /** Called for each request that is sent. */
  readonly onCall: () => void;
}

export interface ModelAnswer {
  /** The text that the model wrote, before any checks. */
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A language model that enforces its limits. */
export interface LanguageModel {
  readonly settings: ModelSettings;
  /** Asks the model one question. @throws ModelFailure no later than the deadline */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}
