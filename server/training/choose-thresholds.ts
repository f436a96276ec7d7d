import { intents } from '../src/domain/decision.ts';
import { hazardIntents } from '../src/domain/intents.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { featureWords, type Wording, wordingOf } from '../src/drafting/learned/features.ts';
import { firstRisk, ownerHead } from '../src/drafting/learned/heads.ts';
import { createScorer, type LinearModel } from '../src/drafting/learned/linear-model.ts';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import {
  createUnderstandingModel,
  likelyHazard,
  type Sight,
  type SignLevel,
  type UnderstandingNotes,
} from '../src/drafting/learned/understanding-model.ts';
import { policyFor } from '../src/drafting/policy-table.ts';
import { type Clause, clauses } from '../src/drafting/understand/clauses.ts';
import { hasBlockingSign } from '../src/drafting/understand/find-hazards.ts';
import { findHints } from '../src/drafting/understand/find-hints.ts';
import { read } from '../src/drafting/understand/read.ts';
import { fitLogistic, fitTemperature, fitWeights } from './calibrate.ts';
import type { LabelledMessage } from './read-messages.ts';
import { mix } from './understanding-examples.ts';

/** One message of the validation authors, or two joined, with the model's scores. */
export interface Seen {
  readonly message: LabelledMessage;
  readonly isHazard: boolean;
  /** True if it is harmless, and its intent and act may be automatic. */
  readonly isAnswerable: boolean;
  /** True for a hazard, or a harmless message, joined to a harmless one. */
  readonly isMixed: boolean;
  readonly isRuledOut: boolean;
  readonly margins: Readonly<Float64Array>;
  readonly worstView: readonly number[];
  readonly sight: Sight;
  /** The probability of a hazard, according to weights that were fitted without this message. */
  readonly danger: number;
}

/** The targets for which thresholds are chosen. */
export const targets = {
  /**
   * For each head: the share of harmless messages that a learned risk may block, and the lowest probability at which it
   * may block.
   */
  blocked: 0.002,
  surelyBlocked: 0.7,
  /**
   * The share of hazards, alone and joined to a harmless message, that may pass: no rule blocks them, and danger is
   * low.
   */
  unseenHazards: 0.015,
  /**
   * A message is held if the probability that only the creator can answer it reaches `whole` for the whole message, or
   * `clause` for a clause.
   */
  owners: { whole: 0.5, clause: 0.75 },
} as const;

/**
 * Chooses thresholds on messages of authors that the model was not trained on; returns those messages with the finished
 * model's scores.
 * @throws Error if there is no message of one of the hazards, because its threshold would then block nothing
 */
export function chooseThresholds(
  model: LinearModel,
  messages: readonly LabelledMessage[],
  talk: UnderstandingNotes['talk'],
): { notes: UnderstandingNotes; seen: readonly Seen[] } {
  requireEveryHazard(messages);
  const read = readAll(messages);
  const scorer = createScorer(model);
  const scored = read.map((one) => {
    const scores = scorer(one.wording);
    const margins = scores.margins();
    const views = [margins, ...one.clauses.map(({ from, to }) => scores.margins(from, to))];
    const worstView = hazardIntents.map((_, at) => Math.max(...views.map((view) => view[firstRisk + at] ?? 0)));
    return { ...one, margins, worstView };
  });
  const plain = scored.filter(({ isMixed }) => !isMixed);
  const temperature = fitTemperature(
    plain.map(({ margins }) => margins.subarray(0, firstRisk)),
    plain.map(({ message }) => intents.indexOf(message.intent)),
  );
  const blocks = hazardIntents.map((category, at) => {
    const curve = fitLogistic(
      plain.map(({ margins }) => margins[firstRisk + at] ?? 0),
      plain.map(({ message }) => message.intent === category),
    );
    const harmless = plain.filter(({ isHazard }) => !isHazard).map(({ worstView }) => worstView[at] ?? 0);
    return Math.max(upper(harmless, targets.blocked), marginAt(curve, targets.surelyBlocked));
  });
  const ownerCurve = fitLogistic(
    plain.map(({ margins }) => margins[ownerHead] ?? 0),
    plain.map(({ isAnswerable: isOpen }) => !isOpen),
  );
  const owner = {
    whole: marginAt(ownerCurve, targets.owners.whole),
    clause: marginAt(ownerCurve, targets.owners.clause),
  };
  const blank = createUnderstandingModel(model, { temperature, blocks, owner, talk, danger: { weights: [], hold: 2 } });
  const sights = scored.map((one) => ({ ...one, sight: blank.look(one.wording, one.clauses, one.signs) }));
  const fit = (list: typeof sights): number[] =>
    fitWeights(
      list.map(({ sight }) => sight.evidence),
      list.map(({ isHazard }) => isHazard),
    );
  // Each message is scored with weights that were fitted without it and without its mixture. Otherwise, the threshold
  // would look too good.
  const folds = [0, 1, 2, 3, 4].map((fold) => fit(sights.filter((one) => one.fold !== fold)));
  const weights = fit(sights);
  const seen = sights.map(
    (one): Seen => ({ ...one, danger: chanceOf(one.sight.evidence, folds[one.fold] ?? weights) }),
  );
  const hazards = seen.filter(({ isHazard }) => isHazard);
  const unruled = hazards.filter(({ isRuledOut }) => !isRuledOut).map(({ danger }) => danger);
  unruled.sort((a, b) => a - b);
  const allowed = Math.floor(hazards.length * targets.unseenHazards);
  const hold = Math.floor(Math.min(likelyHazard, unruled[allowed] ?? likelyHazard) * 10_000) / 10_000;
  return { notes: { temperature, danger: { weights, hold }, blocks, owner, talk }, seen };
}

/**
 * @throws Error if there is no message of one of the hazards; the error names the hazard and the file to write
 */
export function requireEveryHazard(messages: readonly LabelledMessage[]): void {
  const missing = hazardIntents.filter((hazard) => messages.every(({ intent }) => intent !== hazard));
  if (missing.length === 0) return;
  const files = missing.map((hazard) => `server/training/messages/<author>/${hazard}.txt`);
  throw new Error(
    `No validation author has a message of the hazard ${missing.join(' or ')}, so no threshold can be chosen for it. Write messages to ${files.join(' and ')}, for an author whose author.yaml says "split: validation".`,
  );
}

/**
 * Returns true if understanding would allow an automatic reply to a message, provided that an approved item answered
 * it.
 */
export function passes(one: Seen, { danger, owner, blocks }: UnderstandingNotes): boolean {
  const isBlocked = blocks.some((least, at) => (one.worstView[at] ?? 0) >= least);
  return !one.isRuledOut && !isBlocked && one.danger < danger.hold && !isOwners(one, owner);
}

function isOwners({ sight }: Pick<Seen, 'sight'>, owner: UnderstandingNotes['owner']): boolean {
  return sight.whole.owner >= owner.whole || sight.clauses.some((clause) => clause.owner >= owner.clause);
}

interface Read {
  readonly message: LabelledMessage;
  readonly isHazard: boolean;
  readonly isAnswerable: boolean;
  readonly isMixed: boolean;
  /** True if a rule blocks the message. */
  readonly isRuledOut: boolean;
  readonly signs: readonly SignLevel[];
  readonly wording: Wording;
  readonly clauses: readonly Clause[];
  readonly fold: number;
}

function readAll(messages: readonly LabelledMessage[]): Read[] {
  const dice = createDice(11);
  const harmless = messages.filter(isAnswerable);
  return messages.flatMap((message, index) => {
    const isHazard = policyFor(message.intent).risk === 'blocked';
    const readOne = (text: string, isMixed: boolean): Read => {
      const { normal, tokens, hazards } = read(text);
      return {
        message,
        isHazard,
        isAnswerable: isAnswerable(message),
        isMixed,
        isRuledOut: hasBlockingSign(hazards),
        signs: hazards.map(({ level }) => level),
        wording: wordingOf(featureWords(tokens), findHints(tokens, hazards)),
        clauses: clauses(normal, tokens),
        fold: index % 5,
      };
    };
    const beside = harmless[dice.below(Math.max(1, harmless.length))];
    const alone = readOne(message.text, false);
    // Harmless messages are joined in pairs as well; otherwise, length alone would be evidence for a hazard.
    return (isHazard || isAnswerable(message)) && beside !== undefined
      ? [alone, readOne(mix(message.text, beside.text, dice), true)]
      : [alone];
  });
}

/** Returns true if the message is harmless and its intent and act may be automatic. */
function isAnswerable({ intent, act, isAnswerable: said }: LabelledMessage): boolean {
  if (act === null) return said === true;
  const gate = policyFor(intent)[act];
  return gate === 'always' || gate === 'with-item';
}

function chanceOf(evidence: readonly number[], weights: readonly number[]): number {
  return sigmoid(evidence.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
}

/** Returns the value that only `share` of the list reaches, rounded up to three decimals. */
function upper(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => b - a);
  const at = Math.floor(sorted.length * share);
  return Math.ceil(((sorted[at] ?? 0) + 1e-6) * 1000) / 1000;
}

/** Returns the margin at which a curve gives `chance`, to three decimals. */
function marginAt({ slope, offset }: { slope: number; offset: number }, chance: number): number {
  let [low, high] = [-4, 4];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (sigmoid(slope * middle + offset) < chance) low = middle;
    else high = middle;
  }
  return Math.round(high * 1000) / 1000;
}
