import { setTimeout as delay } from 'node:timers/promises';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelFailure,
  type ModelQuestion,
  type ModelSettings,
} from '../domain/language-model.ts';
import { type Measures, noMeasures } from '../domain/measures.ts';
import type { Log } from '../lib/log.ts';
import { createPlaces } from '../lib/turns/places.ts';
import { createCallModel } from './call-model.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { takePlace } from './take-place.ts';

const maxAttempts = 3;
const firstRetryMs = 250;
/** A call starts only if at least this much time is left, or a quarter of the timeout if that is less. */
const longestWorthwhileMs = 500;

/**
 * Creates the configured model with its limits: a deadline, slots shared fairly between workspaces, retries with jitter
 * if the provider is overloaded or unreachable, and a circuit breaker.
 */
export function createLanguageModel(
  settings: ModelSettings,
  log: Log,
  measures: Pick<Measures, 'modelCalled' | 'watchQueue'> = noMeasures,
): LanguageModel {
  const places = createPlaces({ total: settings.concurrency, perName: settings.concurrencyPerWorkspace });
  measures.watchQueue('model_places', places.waiting);
  measures.watchQueue('model_calls', places.taken, settings.concurrency);
  const breaker = createCircuitBreaker({
    now: () => performance.now(),
    onChange: (state, waitMs) => log.warn({ state, waitMs }, "the language model's circuit breaker changed state"),
  });
  const call = createCallModel(settings);
  const worthwhileMs = Math.min(longestWorthwhileMs, settings.timeoutMs / 4);

  async function ask(question: ModelQuestion): Promise<ModelAnswer> {
    const { workspaceId, deadlineMs } = question;
    const leave = await takePlace(places, workspaceId, deadlineMs);
    try {
      return await attempt(question, 1);
    } finally {
      leave();
    }
  }

  /**
   * Makes one attempt, and retries if it fails for a reason that may be temporary. `before` is the previous attempt's failure.
   */
  async function attempt(question: ModelQuestion, number: number, before?: ModelFailure): Promise<ModelAnswer> {
    const leftMs = question.deadlineMs - performance.now();
    if (!question.isWanted()) throw new ModelFailure('caller_gone');
    // Too little time is left: the draft waited too long for its slot, or an earlier attempt or answer was slow.
    if (leftMs < worthwhileMs) throw before ?? new ModelFailure('busy');
    const report = breaker.enter();
    const startedMs = performance.now();
    try {
      question.onCall();
      const answer = await call(question, leftMs);
      measures.modelCalled('answered', performance.now() - startedMs);
      report('answered');
      return answer;
    } catch (error) {
      const failure = error instanceof ModelFailure ? error : new ModelFailure('malformed');
      measures.modelCalled(failure.reason, performance.now() - startedMs);
      // A timeout with little time left does not show that the model is failing.
      const isCutShort = failure.reason === 'timeout' && leftMs < settings.timeoutMs / 2;
      report(failure.reason === 'refused' ? 'answered' : isCutShort ? 'unclear' : 'failed');
      const waitMs = firstRetryMs * 2 ** (number - 1) * (0.5 + Math.random());
      const isPassing = failure.reason === 'overloaded' || failure.reason === 'unreachable';
      const isInTime = performance.now() + waitMs + worthwhileMs < question.deadlineMs;
      if (!isPassing || number === maxAttempts || !isInTime) throw failure;
      await delay(waitMs);
      return attempt(question, number + 1, failure);
    }
  }

  return { settings, ask };
}
