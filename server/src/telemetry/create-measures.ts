import { collectDefaultMetrics, Registry } from 'prom-client';
import { intents, type RiskLevel } from '../domain/decision.ts';
import { type ModelFailureCause, modelFailures } from '../domain/language-model.ts';
import {
  authenticationRefusals,
  type DeliveryOutcome,
  type Measures,
  type PageAskOutcome,
  type Queue,
  stages,
} from '../domain/measures.ts';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';
import { metricCatalogue as all } from './metric-catalogue.ts';
import { metricsIn } from './metric-kinds.ts';

export interface CollectedMeasures extends Measures {
  readonly contentType: string;
  /** Returns everything collected so far, in Prometheus's text format. */
  text(): Promise<string>;
  /** Sets the store that each scrape queries. */
  watchStore(store: WatchedStore): void;
}

export interface WatchedStore {
  /** Rejects if the store fails the readiness check. */
  check(): Promise<void>;
  /** Returns how many workspaces have a due notification. Rejects if the store is unavailable. */
  dueWorkspaces(): Promise<number>;
}

const dueWithinMs = 3_000;
const risks: readonly RiskLevel[] = ['safe', 'review', 'blocked'];
const pageAskOutcomes: readonly PageAskOutcome[] = ['answered', 'passed_on', 'full'];
const deliveryOutcomes: readonly DeliveryOutcome[] = ['delivered', 'retry', 'failed', 'unrecorded'];
// Object.keys returns plain strings, although a catalogue's keys are its codes.
const codes = Object.keys(errorCatalogue) as ErrorCode[];
const failures = Object.keys(modelFailures) as ModelFailureCause[];

/**
 * Collects the measurements of all parts of the service for Prometheus. Every series whose labels come from fixed lists
 * starts at 0, so that Prometheus counts its first event as an increase.
 */
export function createMeasures(options: {
  /**
   * Also collects this process's memory, event loop, handles and garbage collection. Set this for only one instance per
   * process.
   */
  ofProcess: boolean;
}): CollectedMeasures {
  const registry = new Registry();
  const { counter, gauge, histogram, countersOf, histogramsOf } = metricsIn(registry);
  if (options.ofProcess) collectDefaultMetrics({ register: registry });

  const requests = counter(all.requests);
  const requestSeconds = histogram(all.requestSeconds);
  const stageSeconds = histogramsOf(all.stageSeconds, stages);
  const decisions = counter(all.decisions);
  for (const intent of intents) for (const risk of risks) decisions.inc({ intent, risk }, 0);
  const handoffs = counter(all.handoffs);
  const replays = countersOf(all.replays, ['draft', 'handoff']);
  const pageAsks = countersOf(all.pageAsks, pageAskOutcomes);
  const refusals = countersOf(all.refusals, codes);
  const refusedAuthentications = countersOf(all.refusedAuthentications, authenticationRefusals);
  const groupSize = histogram(all.groupSize);
  const syncSeconds = histogram(all.syncSeconds);
  const syncedAnswers = counter(all.syncedAnswers);
  const deliveries = countersOf(all.deliveries, deliveryOutcomes);
  const modelCalls = countersOf(all.modelCalls, ['answered', ...failures]);
  const modelCallSeconds = histogram(all.modelCallSeconds);
  const modelDrafts = countersOf(all.modelDrafts, ['used', ...failures]);
  const cachedReadings = counter(all.cachedReadings);
  const modelTokens = countersOf(all.modelTokens, ['input', 'output']);
  const queueLength = gauge(all.queueLength);
  const queueLimit = gauge(all.queueLimit);
  const storeUp = gauge(all.storeUp);
  const dueWorkspaces = gauge(all.dueWorkspaces);
  const lengths = new Map<Queue, () => number>();
  let store: WatchedStore | null = null;

  async function look(): Promise<void> {
    for (const [queue, length] of lengths) queueLength.set({ queue }, length());
    const [isWritable, due] = await Promise.all([
      within(
        dueWithinMs,
        store?.check().then(() => true),
      ),
      within(dueWithinMs, store?.dueWorkspaces()),
    ]);
    storeUp.set(isWritable === null ? 0 : 1);
    // An unknown value is not reported, because the previous value may be outdated.
    if (due === null) dueWorkspaces.remove();
    else dueWorkspaces.set(due);
  }

  return {
    contentType: registry.contentType,
    async text() {
      await look();
      return registry.metrics();
    },
    watchStore(watched) {
      store = watched;
    },
    stageEnded: (stage, durationMs) => stageSeconds(stage).observe(durationMs / 1_000),
    requestEnded({ route, status, durationMs }) {
      requests.inc({ route: route ?? 'none', status });
      requestSeconds.observe({ route: route ?? 'none' }, durationMs / 1_000);
    },
    decided: (intent, risk) => decisions.inc({ intent: isIntent(intent) ? intent : 'unclear', risk }),
    replayed: (operation) => replays(operation).inc(),
    handedOff: () => handoffs.inc(),
    pageAsked: (outcome) => pageAsks(outcome).inc(),
    refused: (code) => refusals(code).inc(),
    authenticationRefused: (reason) => refusedAuthentications(reason).inc(),
    modelCalled(outcome, durationMs) {
      modelCalls(outcome).inc();
      modelCallSeconds.observe(durationMs / 1_000);
    },
    modelUsed({ outcome, isCached, inputTokens, outputTokens }) {
      modelDrafts(outcome).inc();
      if (isCached === true) cachedReadings.inc();
      modelTokens('input').inc(inputTokens);
      modelTokens('output').inc(outputTokens);
    },
    deliveryEnded(outcome, durationMs) {
      deliveries(outcome).inc();
      stageSeconds('delivery').observe(durationMs / 1_000);
    },
    groupCommitted: (operations) => groupSize.observe(operations),
    logSynced(answers, durationMs) {
      syncedAnswers.inc(answers);
      syncSeconds.observe(durationMs / 1_000);
    },
    watchQueue(queue, length, limit) {
      lengths.set(queue, length);
      if (limit !== undefined) queueLimit.set({ queue }, limit);
    },
  };
}

function isIntent(word: string): boolean {
  return (intents as readonly string[]).includes(word);
}

/** Returns the result of `work`, or null if `work` is undefined, fails, or takes longer than `timeoutMs`. */
async function within<Result>(timeoutMs: number, work: Promise<Result> | undefined): Promise<Result | null> {
  if (work === undefined) return null;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  try {
    return await Promise.race([work.catch(() => null), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
