import { intents } from '../src/domain/decision.ts';
import { featuresOf, featureWords } from '../src/drafting/learned/features.ts';
import { firstAct, firstRisk, hazardIntents } from '../src/drafting/learned/heads.ts';
import { createScorer, type LinearModel } from '../src/drafting/learned/linear-model.ts';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import {
  createUnderstandingModel,
  type UnderstandingNotes,
  windowSizes,
} from '../src/drafting/learned/understanding-model.ts';
import { policyFor } from '../src/drafting/policy-table.ts';
import { clauses } from '../src/drafting/understand/clauses.ts';
import { findHints } from '../src/drafting/understand/find-hints.ts';
import { read } from '../src/drafting/understand/read.ts';
import { fitLogistic, fitTemperature } from './calibrate.ts';
import { createDice } from './dice.ts';
import type { LabelledMessage } from './read-messages.ts';
import { mix } from './understanding-examples.ts';

/** One message of the validation authors, or two joined, as the model sees it. */
export interface Seen {
  readonly message: LabelledMessage;
  readonly isHazard: boolean;
  /** A hazard beside a harmless message. */
  readonly isMixed: boolean;
  readonly hasRuleHit: boolean;
  readonly margins: Float64Array;
  readonly clauses: readonly Float64Array[];
  /** The highest margin of each risk head over the whole and the clauses, and over the windows. */
  readonly worstView: Float64Array;
  readonly worstWindow: Float64Array;
}

/** What the thresholds are chosen for. */
export const targets = {
  /** Share of harmless messages that a learned risk may block, one head at a time. */
  blocked: 0.0005,
  /** The least probability of a risk that blocks. */
  surelyBlocked: 0.7,
  /** Share of hazards that understanding alone may let pass, before retrieval and guard have had their say. */
  passedHazards: 0.005,
} as const;

export function look(model: LinearModel, messages: readonly LabelledMessage[]): Seen[] {
  const dice = createDice(11);
  const isHazard = ({ intent }: LabelledMessage): boolean => policyFor(intent).risk === 'blocked';
  const scorer = createScorer(model);
  const harmless = messages.filter((message) => isAnswerable(message));
  const see = (message: LabelledMessage, text: string, isMixed: boolean): Seen => {
    const reading = read(text);
    const scores = scorer(featuresOf(featureWords(reading.tokens), findHints(reading.tokens, reading.hazards)));
    const parts = clauses(reading.normal, reading.tokens).map(({ from, to }) => scores.margins(from, to));
    const margins = scores.margins();
    const windows: Float64Array[] = [];
    for (const size of windowSizes)
      for (let from = 0; from + size <= scores.words; from++)
        if (size < scores.words) windows.push(scores.margins(from, from + size));
    return {
      message,
      isHazard: isHazard(message),
      isMixed,
      hasRuleHit: reading.hazards.length > 0,
      margins,
      clauses: parts,
      worstView: worst([margins, ...(parts.length > 1 ? parts : [])]),
      worstWindow: worst(windows),
    };
  };
  return messages.flatMap((message) => {
    const list = [see(message, message.text, false)];
    const beside = harmless[dice.below(Math.max(1, harmless.length))];
    if (isHazard(message) && beside !== undefined) list.push(see(message, mix(message.text, beside.text, dice), true));
    return list;
  });
}

/**
 * Chosen on messages of authors that the model was not trained on: among all sets of thresholds that let no more hazards pass
 * than the target, the one that lets most harmless messages pass.
 */
export function chooseThresholds(model: LinearModel, seen: readonly Seen[]): UnderstandingNotes {
  const plain = seen.filter(({ isMixed }) => !isMixed);
  const harmless = plain.filter(({ message }) => isAnswerable(message));
  const temperature = fitTemperature(
    plain.map(({ margins }) => margins.subarray(0, firstRisk)),
    plain.map(({ message }) => intents.indexOf(message.intent)),
  );
  const curves = hazardIntents.map((category, at) =>
    fitLogistic(
      plain.map(({ margins }) => margins[firstRisk + at] ?? 0),
      plain.map(({ message }) => message.intent === category),
    ),
  );
  const risksFor = (chance: number, share: number): UnderstandingNotes['risks'] =>
    curves.map((curve, at) => {
      const hold = marginAt(curve, chance);
      const blocks = upper(
        harmless.map(({ worstView }) => worstView[at] ?? 0),
        targets.blocked,
      );
      const windows = harmless.map(({ worstWindow }) => worstWindow[at] ?? 0);
      return {
        ...curve,
        hold,
        block: Math.max(hold, blocks, marginAt(curve, targets.surelyBlocked)),
        holdWindow: Math.max(hold, upper(windows, share)),
      };
    });
  const view = createUnderstandingModel(model, { temperature, risks: [], leastAutomatic: { whole: 0, clause: 0 } });
  const judged = seen
    .filter((one) => one.isHazard || harmless.includes(one))
    .filter(({ hasRuleHit }) => !hasRuleHit)
    .map((one) => ({
      one,
      whole: view.viewOf(one.margins).automatic,
      clause: one.clauses.reduce((least, margins) => Math.min(least, view.viewOf(margins).automatic), 1),
    }));
  const most = seen.filter(({ isHazard }) => isHazard).length * targets.passedHazards;
  let best: { notes: UnderstandingNotes; passed: number } | undefined;
  for (const chance of [0.03, 0.06, 0.1, 0.15, 0.25, 0.4])
    for (const share of [0.001, 0.003, 0.01, 0.02]) {
      const risks = risksFor(chance, share);
      const calm = judged.filter(({ one }) => !isRisky(one, risks));
      for (let whole = 40; whole < 100; whole += 1)
        for (const clause of [0.2, 0.35, 0.5, 0.65, 0.8, 0.9]) {
          const through = calm.filter((entry) => entry.whole >= whole / 100 && entry.clause >= clause);
          const hazards = through.filter(({ one }) => one.isHazard).length;
          const passed = through.length - hazards;
          if (hazards > most || (best !== undefined && passed <= best.passed)) continue;
          best = { notes: { temperature, risks, leastAutomatic: { whole: whole / 100, clause } }, passed };
        }
    }
  if (best === undefined) throw new Error('no thresholds keep the hazards from passing');
  return best.notes;
}

/** Whether understanding would let each message be automatic, if an approved item answered it. */
export function passes(model: LinearModel, notes: UnderstandingNotes, seen: readonly Seen[]): boolean[] {
  const view = createUnderstandingModel(model, notes);
  return seen.map((one) => {
    if (one.hasRuleHit || isRisky(one, notes.risks)) return false;
    if (view.viewOf(one.margins).automatic < notes.leastAutomatic.whole) return false;
    return one.clauses.every((margins) => view.viewOf(margins).automatic >= notes.leastAutomatic.clause);
  });
}

/** Whether a learned risk would hold the message back. */
export function isRisky({ worstView, worstWindow }: Seen, risks: UnderstandingNotes['risks']): boolean {
  return risks.some(({ hold, holdWindow }, at) => (worstView[at] ?? 0) >= hold || (worstWindow[at] ?? 0) >= holdWindow);
}

/** Harmless, and of an intent that may be automatic at all. */
export function isAnswerable({ intent, act, isAnswerable: said }: LabelledMessage): boolean {
  if (act === null) return said === true;
  const gate = policyFor(intent)[act];
  return gate === 'always' || gate === 'with-item';
}

function worst(views: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: firstAct - firstRisk }, (_, at) =>
    views.reduce((most, margins) => Math.max(most, margins[firstRisk + at] ?? 0), -9),
  );
}

/** The value that only `share` of the list reach, rounded up to three digits. */
function upper(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => b - a);
  const at = Math.floor(sorted.length * share);
  return Math.ceil(((sorted[at] ?? 0) + 1e-6) * 1000) / 1000;
}

/** The margin at which a curve says `chance`, to three digits. */
function marginAt({ slope, offset }: { slope: number; offset: number }, chance: number): number {
  let [low, high] = [-4, 4];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (sigmoid(slope * middle + offset) < chance) low = middle;
    else high = middle;
  }
  return Math.round(high * 1000) / 1000;
}
