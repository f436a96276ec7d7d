import type { Autonomy } from '../../domain/autonomy.ts';
import type { Intent } from '../../domain/decision.ts';
import { answerModel, thresholdAt } from '../answer/answer-model.ts';
import type { Answer, LikelyItem } from '../answer/find-answer.ts';
import type { Courtesy } from '../understand/courtesy.ts';

/** The answer to a message with its probability, based on all evidence together. */
export interface Finding {
  /** The items of the reply, in the order in which the reply contains them. */
  readonly chosen: readonly LikelyItem[];
  /**
   * The items that a complete reply would contain. They differ from `chosen` only if a friendly line is enough, or if
   * some of them are too unlikely even for a proposal.
   */
  readonly wanted: readonly LikelyItem[];
  /** All items that were considered, most likely first. */
  readonly candidates: readonly LikelyItem[];
  /** The probability that the wanted items answer the whole message, and that nothing else is needed. */
  readonly probability: number;
  /** The lowest probabilities for an automatic answer and for a proposal. */
  readonly least: { readonly answer: number; readonly proposal: number };
  readonly courtesy: Pick<Courtesy, 'kind' | 'probability'> & {
    /** True if a friendly line is certain enough to be sent automatically as the whole reply. */
    readonly isEnough: boolean;
  };
  /** Further reasons to leave the reply to the creator. */
  readonly holds: readonly string[];
  /** True if the language model considers the message dangerous. In this case, nothing is proposed. */
  readonly isHazardous: boolean;
  /** Another answer to suggest in addition to the reply. */
  readonly also?: readonly LikelyItem[];
  /**
   * True if only a model can read the message, because the message is in another language. The reply then contains only
   * the items, without greeting, thanks or signature.
   */
  readonly isForeign?: boolean;
  /** The message's intent according to the language model; omitted if no model read the message. */
  readonly intent?: Intent;
}

/**
 * Returns the lowest probability for an automatic answer with these items. If the workspace's autonomy is off, returns
 * the threshold for `careful`, which the trial uses.
 */
function leastAnswer(chosen: readonly LikelyItem[], autonomy: Autonomy = 'careful'): number {
  const { careful, balanced } = answerModel().thresholds;
  const list = autonomy === 'balanced' ? balanced : careful;
  const counts = chosen.length === 0 ? [0] : chosen.map(({ phrases }) => phrases);
  return Math.max(...counts.map((phrases) => thresholdAt(list, phrases)));
}

/** Returns the finding from the embedded evidence alone. */
export function embeddedFinding(answer: Answer, courtesy: Courtesy, autonomy?: Autonomy): Finding {
  const { proposal } = answerModel().thresholds;
  const isEnough = courtesy.kind !== 'none' && courtesy.probability >= Math.max(courtesy.threshold, answer.probability);
  const wanted = inOrderOfQuestions(answer.chosen);
  return {
    chosen: isEnough ? [] : wanted.filter(({ probability }) => probability >= proposal),
    wanted,
    candidates: answer.candidates,
    probability: answer.probability,
    least: { answer: leastAnswer(wanted, autonomy), proposal },
    courtesy: { kind: courtesy.kind, probability: courtesy.probability, isEnough },
    holds: [],
    isHazardous: false,
  };
}

function inOrderOfQuestions(chosen: readonly LikelyItem[]): LikelyItem[] {
  return [...chosen].sort((a, b) => a.view.view.from - b.view.view.from);
}
