/** The language model that reads messages, and its limits. */
export interface ModelSettings {
  readonly provider: ModelProvider;
  /** The provider's name for the model. */
  readonly name: string;
  /** Null for the provider's own address. */
  readonly baseUrl: string | null;
  readonly key: string | null;
  /** If the model should read a message and cannot, the draft is refused instead of decided without it. */
  readonly isRequired: boolean;
  /** For one draft in total, including waiting for a slot, retries and further questions. */
  readonly timeoutMs: number;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** Concurrent calls of this process. */
  readonly concurrency: number;
  readonly concurrencyPerWorkspace: number;
}

export const modelProviders = ['openai-compatible', 'anthropic', 'openai'] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Why a model's answer was not used. */
export const modelFailures = {
  timeout: 'it did not answer in time',
  unreachable: 'it could not be reached',
  overloaded: 'it had too much work or failed inside',
  refused: 'it refused the request',
  too_large: 'its answer was too long',
  malformed: 'its answer was no answer of a model',
  schema: 'its answer was not in the agreed form',
  guard: 'its words did not pass the guard',
  too_long: 'the question was longer than its budget',
  busy: 'no place for it became free in time',
  circuit_open: 'it failed just before and is left alone for a moment',
  caller_gone: 'the caller had gone',
} as const;
export type ModelFailureCause = keyof typeof modelFailures;

/** A model call without a usable result. The service writes its message, never the provider. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureCause;
  /** The HTTP status of the provider's answer, if any. */
  readonly status: number | null;
  // A provider's error contains the whole prompt, so it is not kept; a log might print it.
  constructor(reason: ModelFailureCause, status: number | null = null) {
    super(modelFailures[reason]);
    this.reason = reason;
    this.status = status;
  }
}

/** One draft's use of a model: counts, never content. */
export interface ModelUse {
  readonly outcome: 'used' | ModelFailureCause;
  /** Requests, including retries. */
  readonly calls: number;
  /** The number of questions of each kind. */
  readonly readings: number;
  readonly checks: number;
  readonly wordings: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
}

/** One question to a model, within the time of its draft. */
export interface ModelQuestion {
  readonly workspaceId: string;
  /** False once nobody waits for the answer any more; nothing new is started then. */
  readonly isWanted: () => boolean;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  /** Text of the service and the creator: the instructions for the model. */
  readonly instructions: string;
  /** All outside text, marked as data. */
  readonly data: string;
  /** The JSON Schema of the answer. */
  readonly schema: object;
  /** The schema's name, by which a provider distinguishes the forms of answers; `reply` by default. */
  readonly schemaName?: string;
  /** This is called for each request that is sent. */
  readonly onCall: () => void;
}

export interface ModelAnswer {
  /** The text that the model wrote, unchecked. */
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A language model within its limits. */
export interface LanguageModel {
  readonly settings: ModelSettings;
  /** @throws ModelFailure no later than the deadline */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}
