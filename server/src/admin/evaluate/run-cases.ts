import type { EpochMs } from '../../domain/period.ts';
import type { DraftOutput, Engine } from '../../drafting/engine.ts';
import type { ClaimCheck } from './claim-check.ts';
import type { EvaluationCase } from './read-cases.ts';

/** A case with what the engine made of it. */
export interface CaseResult {
  readonly one: EvaluationCase;
  readonly decision: DraftOutput['decision'];
  /** The rule or threshold that settled the risk level, as the trace names it. */
  readonly decidedBy: string;
  /** Facts and offers that the reply used; phrases left out. */
  readonly items: readonly string[];
  /** Facts and offers that a right answer uses, by the label; phrases left out. */
  readonly wanted: readonly string[];
  readonly ungroundedClaims: number;
  readonly elapsedMs: number;
}

interface RunOptions {
  readonly engine: Engine;
  /** When messages come in that do not say it themselves. */
  readonly now: EpochMs;
  readonly checkClaims: ClaimCheck;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What is drafted first and not timed: the engine loads its models and the runtime compiles it. */
const warmUp = 60;

/** Drafts every case, in order. Pure but for the times: the same cases give the same decisions. */
export async function runCases(cases: readonly EvaluationCase[], options: RunOptions): Promise<CaseResult[]> {
  const { engine, now, checkClaims, onProgress } = options;
  for (const one of cases.slice(0, warmUp)) await engine.draft(inputOf(one, now));
  const results: CaseResult[] = [];
  for (const one of cases) {
    const input = inputOf(one, now);
    const startedAt = performance.now();
    const { decision, trace } = await engine.draft(input);
    const elapsedMs = performance.now() - startedAt;
    const { phrases = [], facts = [], offers = [] } = input.persona;
    const used = stringsOf(trace['itemsUsed']);
    const answers = new Set([...facts, ...offers].map(({ id }) => id));
    const grounds = [...phrases, ...facts, ...offers].filter(({ id }) => used.includes(id));
    results.push({
      one,
      decision,
      decidedBy: String(trace['decidedBy'] ?? ''),
      items: used.filter((id) => answers.has(id)),
      wanted: (one.items ?? []).filter((id) => answers.has(id)),
      ungroundedClaims: decision.reply === '' ? 0 : checkClaims(decision.reply, grounds),
      elapsedMs,
    });
    onProgress?.(results.length, cases.length);
  }
  return results;
}

function inputOf({ message, history = [], profile, now: own }: EvaluationCase, now: EpochMs) {
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

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
