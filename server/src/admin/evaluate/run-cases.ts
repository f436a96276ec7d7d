import type { ModelUse } from '../../domain/language-model.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { Phrase } from '../../domain/persona.ts';
import type { ProfileDocument } from '../../domain/workspace-document.ts';
import type { TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import type { DraftInput, DraftOutput, Engine, ModelPermission } from '../../drafting/engine.ts';
import { DraftTrace } from '../../drafting/trace.ts';
import { createValidator } from '../../lib/validator.ts';
import type { ClaimCheck } from './claim-check.ts';
import type { EvaluationCase } from './read-cases.ts';

export type Use = Phrase['use'];

/** A case with the engine's result. */
export interface CaseResult {
  readonly one: EvaluationCase;
  readonly decision: DraftOutput['decision'];
  /** The rule or threshold that decided the risk level, as named in the trace. */
  readonly decidedBy: string;
  /** All reasons why the decision is not `safe`. */
  readonly reasons: readonly string[];
  /** Facts and offers that the reply used, without phrases. */
  readonly items: readonly string[];
  /** The uses of the phrases in the reply. */
  readonly uses: readonly Use[];
  /** Facts and offers that the label names for a right answer, without phrases. */
  readonly wanted: readonly string[];
  /** The uses of the phrases that the label names for a right answer. */
  readonly wantedUses: readonly Use[];
  /** The facts and offers of each suggestion, most likely first. */
  readonly suggestions: readonly (readonly string[])[];
  /** The items that most likely answer together, and their probability, whether or not the reply uses them. */
  readonly answer: DraftTrace['answer'];
  readonly courtesy: DraftTrace['courtesy'];
  readonly ungroundedClaims: number;
  readonly elapsedMs: number;
  /** How a language model was used for the case; null if no model was asked. */
  readonly model: ModelUse | null;
}

/**
 * The parts of the engine's result for one case that the measures need. It contains no part of the message, and can be
 * serialized as JSON.
 */
export interface CaseOutcome {
  readonly decision: DraftOutput['decision'];
  readonly trace: Pick<DraftTrace, 'decidedBy' | 'reasons' | 'itemsUsed' | 'suggestions' | 'answer' | 'courtesy'>;
  readonly elapsedMs: number;
  readonly model: ModelUse | null;
}

interface RunOptions {
  readonly engine: Engine;
  /** The classifiers of the cases' profiles; none by default. */
  readonly classifiers?: ReadonlyMap<ProfileDocument, TaughtClassifier | null>;
  /** The time that is assumed for messages without one. */
  readonly now: EpochMs;
  readonly checkClaims: ClaimCheck;
  readonly onProgress?: (done: number, total: number) => void;
  /** Allows a language model to read the messages. Once its `isWanted` returns false, no further case is started. */
  readonly permission?: ModelPermission;
  /** The number of cases drafted at the same time; 1 by default. */
  readonly atOnce?: number;
  /** Results of an earlier run, by position in the list of cases. Cases with such a result are not drafted again. */
  readonly kept?: ReadonlyMap<number, CaseOutcome>;
  /** Called after each case that was drafted. */
  readonly onOutcome?: (at: number, outcome: CaseOutcome) => void;
}

/**
 * The number of cases in the untimed warm-up, in which the engine loads its models and the runtime compiles the code.
 */
const warmUp = 60;

/**
 * Drafts a reply for every case. The results are in the order of the cases. Without a language model, the same cases
 * produce the same results, except for the times. A cancelled run ends early and returns the results so far.
 * @throws Error when the engine's trace does not have the form of the embedded engine's
 */
export async function runCases(cases: readonly EvaluationCase[], options: RunOptions): Promise<CaseResult[]> {
  const { engine, now, classifiers, checkClaims, onProgress, permission, atOnce = 1, kept, onOutcome } = options;
  const inputOf = (one: EvaluationCase) => ({
    ...contextOf(one, now),
    classifier: classifiers?.get(one.profile) ?? null,
  });
  for (const one of cases.slice(0, warmUp)) await engine.draft(inputOf(one));
  const outcomes = new Map(kept);
  const open = [...cases.keys()].filter((at) => !outcomes.has(at)).values();
  // All workers share one iterator, so that each case is drafted once.
  const work = async (): Promise<void> => {
    for (const at of open) {
      const one = cases[at];
      if (one === undefined || permission?.isWanted() === false) return;
      const startedAt = performance.now();
      const { decision, trace, modelUse } = await engine.draft(inputOf(one), permission);
      // The case was interrupted, so it has no result.
      if (modelUse?.outcome === 'caller_gone') return;
      const elapsedMs = performance.now() - startedAt;
      const { decidedBy, reasons, itemsUsed, suggestions, answer, courtesy } = traceIn(trace);
      const told = { decidedBy, reasons, itemsUsed, suggestions, answer, courtesy };
      const outcome = { decision, trace: told, elapsedMs, model: modelUse ?? null };
      outcomes.set(at, outcome);
      onOutcome?.(at, outcome);
      onProgress?.(outcomes.size, cases.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return cases.flatMap((one, at) => {
    const outcome = outcomes.get(at);
    return outcome === undefined ? [] : [resultOf(one, outcome, checkClaims)];
  });
}

function resultOf(
  one: EvaluationCase,
  { decision, trace, elapsedMs, model }: CaseOutcome,
  checkClaims: ClaimCheck,
): CaseResult {
  const { decidedBy, reasons, itemsUsed: used, suggestions, answer, courtesy } = trace;
  const { phrases = [], facts = [], offers = [] } = one.profile.persona ?? {};
  const usesOf = (ids: readonly string[]): Use[] => phrases.filter(({ id }) => ids.includes(id)).map(({ use }) => use);
  const answers = new Set([...facts, ...offers].map(({ id }) => id));
  const grounds = [...phrases, ...facts, ...offers].filter(({ id }) => used.includes(id));
  return {
    one,
    decision,
    decidedBy,
    reasons,
    items: used.filter((id) => answers.has(id)),
    uses: usesOf(used),
    wanted: (one.items ?? []).filter((id) => answers.has(id)),
    wantedUses: usesOf(one.items ?? []),
    suggestions: suggestions.map(({ items }) => items),
    answer,
    courtesy,
    ungroundedClaims: decision.reply === '' ? 0 : checkClaims(decision.reply, grounds),
    elapsedMs,
    model,
  };
}

function contextOf({ message, history = [], profile, now: own }: EvaluationCase, now: EpochMs): DraftInput {
  const at = own === undefined ? now : Date.parse(own);
  return {
    message,
    history: history.slice(-40).map(({ from, text }, index, { length }) => ({
      direction: from === 'contact' ? ('inbound' as const) : ('outbound' as const),
      body: text,
      senderType: null,
      sentAt: at - (length - index) * 60_000,
    })),
    displayName: profile.displayName,
    persona: profile.persona ?? {},
    relationship: null,
    awaitsCreator: false,
    now: at,
  };
}

const readTrace = createValidator(DraftTrace, { subject: 'the trace' });

function traceIn(value: DraftOutput['trace']): DraftTrace {
  const read = readTrace(value);
  if (!read.ok)
    throw new Error(`the engine's trace does not have the expected form: ${read.faults.map(({ message }) => message)}`);
  return read.value;
}
