import { readFileSync } from 'node:fs';
import { type Intent, intents } from '../../domain/decision.ts';
import { type Act, acts, mayBeAutomatic } from '../policy-table.ts';
import type { Features } from './features.ts';
import { firstAct, firstRisk, type HazardIntent, hazardIntents } from './heads.ts';
import { createScorer, type LinearModel, type Scores } from './linear-model.ts';
import { decodeModel } from './model-file.ts';
import { sigmoid, softmax } from './probabilities.ts';

/** What the trainer measured on other authors' messages, kept beside the weights. */
export interface UnderstandingNotes {
  /** Makes the margins of the intents into probabilities. */
  readonly temperature: number;
  /** In the order of `hazardIntents`: the curve from margin to probability, and the margins from which a hazard is taken as meant. */
  readonly risks: readonly {
    readonly slope: number;
    readonly offset: number;
    /** On the whole message or a clause: from here on it is blocked. */
    readonly block: number;
    /** On the whole message or a clause: from here on it is never automatic. */
    readonly hold: number;
    /** On a window of words: from here on it is never automatic. */
    readonly holdWindow: number;
  }[];
  /** The least probability of all intents that may be automatic together, on the whole message and on each clause. */
  readonly leastAutomatic: { readonly whole: number; readonly clause: number };
}

export interface IntentChance {
  readonly intent: Intent;
  readonly score: number;
}

/** A stretch of words as the classifier sees it. */
export interface View {
  /** Likeliest first. */
  readonly intents: readonly IntentChance[];
  /** The probability of all intents together that the policy table lets be automatic. */
  readonly automatic: number;
  readonly act: Act;
}

export interface LearnedRisk {
  readonly category: HazardIntent;
  readonly level: 'block' | 'review';
  readonly probability: number;
  /** Where it shows: the whole message, a clause, or a window; words[from, to). */
  readonly view: 'whole' | 'clause' | 'window';
  readonly from: number;
  readonly to: number;
}

export interface UnderstandingModel {
  readonly notes: UnderstandingNotes;
  score(features: Features): Scores;
  view(scores: Scores, from: number, to: number): View;
  viewOf(margins: Readonly<Float64Array>): View;
  /** Every hazard that the whole, a clause or a window shows, the likeliest view of each, likeliest hazard first. */
  risks(scores: Scores, clauses: readonly { readonly from: number; readonly to: number }[]): LearnedRisk[];
}

/** How many words the sliding windows hold. */
export const windowSizes: readonly number[] = [4, 7, 12];

const automaticIntents = intents.map(mayBeAutomatic);

let loaded: UnderstandingModel | undefined;

/** The committed model, read once. */
export function understandingModel(): UnderstandingModel {
  if (loaded === undefined) {
    const { model, notes } = decodeModel(readFileSync(new URL('understanding.model', import.meta.url)));
    loaded = createUnderstandingModel(model, notes as unknown as UnderstandingNotes); // written by the trainer, as a test sees to
  }
  return loaded;
}

export function createUnderstandingModel(model: LinearModel, notes: UnderstandingNotes): UnderstandingModel {
  const scorer = createScorer(model);
  const room = new Float64Array(model.heads.length);
  const viewOf = (margins: Readonly<Float64Array>): View => {
    const chances = softmax(margins, notes.temperature, 0, firstRisk);
    let automatic = 0;
    const list = intents.map((intent, at): IntentChance => {
      const score = chances[at] ?? 0;
      if (automaticIntents[at] === true) automatic += score;
      return { intent, score };
    });
    list.sort((a, b) => b.score - a.score);
    let act = 0;
    for (let at = 1; at < acts.length; at++)
      if ((margins[firstAct + at] ?? 0) > (margins[firstAct + act] ?? 0)) act = at;
    return { intents: list, automatic, act: acts[act] ?? 'status' };
  };
  return {
    notes,
    score: scorer,
    viewOf,
    view: (scores, from, to) => viewOf(scores.margins(from, to, room)),
    risks(scores, clauses) {
      const best = new Map<HazardIntent, LearnedRisk>();
      const look = (view: LearnedRisk['view'], from: number, to: number): void => {
        const margins = scores.margins(from, to, room, firstRisk, firstAct);
        hazardIntents.forEach((category, at) => {
          const limits = notes.risks[at];
          const margin = margins[firstRisk + at] ?? 0;
          if (limits === undefined || margin < (view === 'window' ? limits.holdWindow : limits.hold)) return;
          const level = view !== 'window' && margin >= limits.block ? 'block' : 'review';
          const probability = sigmoid(limits.slope * margin + limits.offset);
          const known = best.get(category);
          const isWorse =
            known === undefined || (level === known.level ? probability > known.probability : level === 'block');
          if (isWorse) best.set(category, { category, level, probability, view, from, to });
        });
      };
      look('whole', 0, scores.words);
      if (clauses.length > 1) for (const clause of clauses) look('clause', clause.from, clause.to);
      for (const size of windowSizes)
        for (let from = 0; from + size <= scores.words; from++)
          if (size < scores.words) look('window', from, from + size);
      return [...best.values()].sort((a, b) => b.probability - a.probability);
    },
  };
}
