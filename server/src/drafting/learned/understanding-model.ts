import { type HazardIntent, hazardIntents, type Intent, intents } from '../../domain/intents.ts';
import { type Act, acts, mayBeAutomatic } from '../policy-table.ts';
import type { Wording } from './features.ts';
import { firstAct, firstRisk, firstTalk, headNames, ownerHead, type TalkKind, talkKinds } from './heads.ts';
import { createScorer, type LinearModel, type Scores, type WriteMargins } from './linear-model.ts';
import { readModelFile } from './model-file.ts';
import { sigmoid, softmax } from './probabilities.ts';

/** The values that the trainer measured on messages by other authors. They are stored with the weights. */
export interface UnderstandingNotes {
  /** Converts the margins of the intents into probabilities. */
  readonly temperature: number;
  /**
   * `weights`: the weight of each kind of evidence for a hazard. `hold`: if the probability of a hazard is at least
   * this value, an answer is automatic only if the engine is certain of the answer.
   */
  readonly danger: { readonly weights: readonly number[]; readonly hold: number };
  /**
   * For each intent, in the order of `hazardIntents`: a message is blocked if the margin of the whole message or of a
   * clause is at least this value.
   */
  readonly blocks: readonly number[];
  /**
   * For matters that only the creator can answer: a message is held back if the margin of the whole message, or of a
   * clause, is at least this value.
   */
  readonly owner: { readonly whole: number; readonly clause: number };
  /** A stretch of words is small talk of a kind if its margin is at least this value. */
  readonly talk: Readonly<Record<TalkKind, number>>;
}

export interface IntentChance {
  readonly intent: Intent;
  readonly score: number;
}

/** A stretch of words as the classifier sees it. */
export interface View {
  /** Most likely first. */
  readonly intents: readonly IntentChance[];
  /** The probability of all intents together that the policy table allows to be automatic. */
  readonly automatic: number;
  /** The probability of all intents together whose messages are blocked. */
  readonly hazardous: number;
  /** The margin for matters that only the creator can answer. */
  readonly owner: number;
  readonly act: Act;
}

/** A hazard that the classifier found in words[from, to) of the message. */
export interface LearnedRisk {
  readonly category: HazardIntent;
  /**
   * `doubt`: the message is more likely harmless than not, so an answer that the engine is certain of may override the
   * hazard.
   */
  readonly level: 'block' | 'review' | 'doubt';
  readonly view: 'whole' | 'clause' | 'window';
  readonly from: number;
  readonly to: number;
}

/** The results of the classifier for a message: for the whole message, for each clause, and for sliding windows. */
export interface Sight {
  readonly whole: View;
  readonly clauses: readonly View[];
  /** The evidence for a hazard, in the order of `notes.danger.weights`. */
  readonly evidence: readonly number[];
  /** The probability of a hazard. */
  readonly danger: number;
  /**
   * The hazards that block the message. If there are none and the danger is at or above `hold`, this list contains the
   * most likely hazard instead.
   */
  readonly risks: readonly LearnedRisk[];
  /** Returns how far words[from, to) are above the limit for small talk of a kind; negative if they are below it. */
  readonly talk: (kind: TalkKind, from: number, to: number) => number;
}

export interface UnderstandingModel {
  readonly notes: UnderstandingNotes;
  /**
   * Scores the whole message, its clauses and its windows. `signs` are the levels of the signs of danger that the rules
   * found.
   */
  look(text: Wording, clauses: readonly Span[], signs: readonly SignLevel[]): Sight;
  score(text: Wording): Scores;
  /** Scores a single stretch; `look` scores all of them together. */
  view(scores: Scores, from: number, to: number): View;
}

/**
 * The effect of a sign of danger that a rule found. `block` rules out any answer. `review` is evidence that is weighed
 * together with everything else.
 */
export type SignLevel = (typeof signLevels)[number];
const signLevels = ['block', 'review'] as const;
/** The maximum number of signs of the same level that count as evidence. */
const mostSigns = 2;

/** A range of words: words[from, to). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The sizes of the sliding windows, in words. */
const windowSizes: readonly number[] = [4, 7, 12];
/** A hazard is more likely than not if its probability is at least this value. */
export const likelyHazard = 0.5;
/** A risk head blocks a message only if the probability of all hazardous intents together is at least this value. */
const leastHazardous = 0.4;
const automaticIntents = intents.map(mayBeAutomatic);
const blockedIntents = intents.map((intent) => hazardIntents.some((hazard) => hazard === intent));

let loaded: UnderstandingModel | undefined;

/** Returns the committed model, which is read once. */
export function understandingModel(): UnderstandingModel {
  if (loaded === undefined) {
    const { model, notes } = readModelFile(new URL('understanding.model', import.meta.url), headNames);
    loaded = createUnderstandingModel(model, notes as unknown as UnderstandingNotes); // written by the trainer, as a test checks
  }
  return loaded;
}

/** Replaces the committed model with a model that is being trained. */
export function replaceUnderstandingModel(model: UnderstandingModel): void {
  loaded = model;
}

export function createUnderstandingModel(model: LinearModel, notes: UnderstandingNotes): UnderstandingModel {
  const score = createScorer(model);
  const room = new Float64Array(model.heads.length);
  return {
    notes,
    score,
    view: (scores, from, to) => viewOf(scores.margins(from, to, room), notes.temperature),
    look(text, clauses, signs) {
      const scores = score(text);
      // The windows are scored first, because the order affects the last bits of the margins (see `createScorer`).
      const write = scores.windows(firstRisk, ownerHead);
      const worst = worstWindows(scores.words, write, room);
      const ofWhole = scores.margins(0, scores.words);
      const whole = viewOf(ofWhole, notes.temperature);
      const parts = clauses.length === 1 ? [{ from: 0, to: scores.words }] : clauses;
      const ofParts = clauses.length === 1 ? [ofWhole] : parts.map(({ from, to }) => scores.margins(from, to));
      const views = clauses.length === 1 ? [whole] : ofParts.map((margins) => viewOf(margins, notes.temperature));
      const seen = [
        { view: 'whole' as const, from: 0, to: scores.words, margins: ofWhole, of: whole },
        ...parts.map(({ from, to }, at) => {
          const margins = ofParts[at] ?? ofWhole;
          return { view: 'clause' as const, from, to, margins, of: views[at] ?? whole };
        }),
      ];
      const evidence = [
        1,
        ...highest(ofWhole.subarray(firstRisk, firstTalk)),
        ...highest(hazardIntents.map((_, at) => Math.max(...seen.map(({ margins }) => margins[firstRisk + at] ?? 0)))),
        // A message of at most four words has no windows, so its own margins are used.
        ...highest(scores.words > 4 ? worst.map(({ margin }) => margin) : ofWhole.subarray(firstRisk, firstTalk)),
        whole.owner,
        Math.max(whole.owner, ...views.map(({ owner }) => owner)),
        1 - whole.automatic,
        1 - Math.min(whole.automatic, ...views.map(({ automatic }) => automatic)),
        Math.min(6, parts.length) / 6,
        whole.hazardous,
        Math.max(whole.hazardous, ...views.map(({ hazardous }) => hazardous)),
        Math.min(60, scores.words) / 60,
        ...signLevels.map((level) => Math.min(mostSigns, signs.filter((sign) => sign === level).length)),
      ];
      const danger = sigmoid(evidence.reduce((sum, value, at) => sum + value * (notes.danger.weights[at] ?? 0), 0));
      const risks = hazardIntents.flatMap((category, at): LearnedRisk[] => {
        const plain = seen.find(
          ({ margins, of }) =>
            (margins[firstRisk + at] ?? 0) >= (notes.blocks[at] ?? 9) && of.hazardous >= leastHazardous,
        );
        return plain === undefined
          ? []
          : [{ category, level: 'block', view: plain.view, from: plain.from, to: plain.to }];
      });
      if (danger >= notes.danger.hold && risks.length === 0)
        risks.push({ ...likeliest(seen, worst), level: danger < likelyHazard ? 'doubt' : 'review' });
      const talk: Sight['talk'] = (kind, from, to) => {
        const head = firstTalk + talkKinds.indexOf(kind);
        write(from, to, room, head, head + 1);
        return (room[head] ?? 0) - notes.talk[kind];
      };
      return { whole, clauses: views, evidence, danger, risks, talk };
    },
  };
}

function viewOf(margins: Readonly<Float64Array>, temperature: number): View {
  const chances = softmax(margins, temperature, 0, firstRisk);
  let automatic = 0;
  let hazardous = 0;
  const list = intents.map((intent, at): IntentChance => {
    const score = chances[at] ?? 0;
    if (automaticIntents[at] === true) automatic += score;
    if (blockedIntents[at] === true) hazardous += score;
    return { intent, score };
  });
  list.sort((a, b) => b.score - a.score);
  let act = 0;
  for (let at = 1; at < acts.length; at++) if ((margins[firstAct + at] ?? 0) > (margins[firstAct + act] ?? 0)) act = at;
  return { intents: list, automatic, hazardous, owner: margins[ownerHead] ?? 0, act: acts[act] ?? 'status' };
}

type Window = Span & { readonly margin: number };

/** Returns, for each risk, the window in which the risk is clearest. */
function worstWindows(words: number, write: WriteMargins, room: Float64Array): Window[] {
  const worst = hazardIntents.map((): Window => ({ from: 0, to: words, margin: -9 }));
  for (const size of windowSizes)
    for (let from = 0; size < words && from + size <= words; from++) {
      write(from, from + size, room, firstRisk, firstTalk);
      for (let at = 0; at < worst.length; at++) {
        const margin = room[firstRisk + at] ?? 0;
        if (margin > (worst[at]?.margin ?? 9)) worst[at] = { from, to: from + size, margin };
      }
    }
  return worst;
}

/** Returns the two highest values, highest first. */
function highest(list: ArrayLike<number>): [number, number] {
  let [first, second] = [-9, -9];
  for (let at = 0; at < list.length; at++) {
    const value = list[at] ?? -9;
    if (value > first) [first, second] = [value, first];
    else if (value > second) second = value;
  }
  return [first, second];
}

function likeliest(
  seen: readonly (Span & { readonly view: 'whole' | 'clause'; readonly margins: Readonly<Float64Array> })[],
  windows: readonly Window[],
): LearnedRisk {
  let best: LearnedRisk & { readonly margin: number } = {
    category: 'manipulation',
    level: 'review',
    view: 'whole',
    from: 0,
    to: 0,
    margin: -9,
  };
  hazardIntents.forEach((category, at) => {
    for (const { view, from, to, margins } of seen) {
      const margin = margins[firstRisk + at] ?? 0;
      if (margin > best.margin) best = { category, level: 'review', view, from, to, margin };
    }
    const window = windows[at];
    if (window !== undefined && window.margin > best.margin)
      best = { category, level: 'review', view: 'window', from: window.from, to: window.to, margin: window.margin };
  });
  const { category, level, view, from, to } = best;
  return { category, level, view, from, to };
}
