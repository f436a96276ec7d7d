/** Which language model reads messages, and what it may cost. */
export interface ModelSettings {
  readonly provider: ModelProvider;
  /** The model's name, in the words of its provider. */
  readonly name: string;
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  readonly key: string | null;
  /** A draft whose message the model should read and cannot is refused instead of decided without it. */
  readonly isRequired: boolean;
  /** For one draft in all: waiting for a place, retries and further questions included. */
  readonly timeoutMs: number;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** Calls at once of this process. */
  readonly concurrency: number;
  readonly concurrencyPerWorkspace: number;
}

export const modelProviders = ['openai-compatible', 'anthropic', 'openai'] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Why a model was not heard. */
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

/** A model that gave nothing to use. Its message is ours, never the provider's. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureCause;
  /** The HTTP status that the provider answered with, if it did. */
  readonly status: number | null;
  // A provider's error carries the whole prompt: it is not kept, lest a log print it.
  constructor(reason: ModelFailureCause, status: number | null = null) {
    super(modelFailures[reason]);
    this.reason = reason;
    this.status = status;
  }
}

/** What one draft took of a model: counts, never content. */
export interface ModelUse {
  readonly outcome: 'used' | ModelFailureCause;
  /** Requests, repeated ones included. */
  readonly calls: number;
  /** Questions by their form. */
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
  /** False once nobody waits for the answer any more: then nothing new is begun. */
  readonly isWanted: () => boolean;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  /** Ours and the creator's: what the model is to follow. */
  readonly instructions: string;
  /** Everything from outside, marked as data. */
  readonly data: string;
  /** The JSON Schema of the answer. */
  readonly schema: object;
  /** The schema's name, by which a provider tells the forms of answers apart; `reply` by default. */
  readonly schemaName?: string;
  /** Called for each request that is sent. */
  readonly onCall: () => void;
}

export interface ModelAnswer {
  /** As the model wrote it: not checked at all. */
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A language model behind its budgets. */
export interface LanguageModel {
  readonly settings: ModelSettings;
  /** @throws ModelFailure at the deadline at the latest */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}
