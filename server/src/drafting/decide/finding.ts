import type { Autonomy } from '../../domain/autonomy.ts';
import type { Intent } from '../../domain/decision.ts';
import { answerModel } from '../answer/answer-model.ts';
import type { Answer, LikelyItem } from '../answer/find-answer.ts';
import type { Courtesy } from '../understand/courtesy.ts';

/** What answers a message, and how sure that is, by all evidence together. */
export interface Finding {
  /** The items of the reply, in the order in which it says them. */
  readonly chosen: readonly LikelyItem[];
  /** Those beside which the reply would be complete. Equal to `chosen` unless some are too unlikely even to propose. */
  readonly wanted: readonly LikelyItem[];
  /** All items that came into question, likeliest first. */
  readonly candidates: readonly LikelyItem[];
  /** That the wanted items answer the whole message, and nothing else is needed. */
  readonly probability: number;
  /** The least probability of an automatic answer; and of a proposal. */
  readonly least: { readonly answer: number; readonly proposal: number };
  readonly courtesy: Pick<Courtesy, 'kind' | 'probability'> & {
    /** A friendly line is all that the message wants, surely enough to go out by itself. */
    readonly isEnough: boolean;
  };
  /** Further reasons to leave the reply to the creator. */
  readonly holds: readonly string[];
  /** A reader beside the detectors takes the message for dangerous: then nothing is proposed. */
  readonly isHazardous: boolean;
  /** Another answer to suggest beside the reply. */
  readonly also?: readonly LikelyItem[];
  /** Read by a model alone, in another language: the reply holds the items and nothing else, no greeting, thanks or signature. */
  readonly isForeign?: boolean;
  /** What the message wants, where a reader knows better than the classifier. */
  readonly intent?: Intent;
}

/** The least probability of an automatic answer. A workspace whose autonomy is off is on trial for `careful`. */
function leastAnswer(autonomy: Autonomy = 'careful'): number {
  const { careful, balanced } = answerModel().thresholds;
  return autonomy === 'balanced' ? balanced : careful;
}

/** What the embedded evidence alone finds. */
export function embeddedFinding(answer: Answer, courtesy: Courtesy, autonomy?: Autonomy): Finding {
  const { proposal } = answerModel().thresholds;
  const isEnough = courtesy.kind !== 'none' && courtesy.probability >= Math.max(courtesy.threshold, answer.probability);
  const wanted = inOrderOfQuestions(answer.chosen);
  return {
    chosen: isEnough ? [] : wanted.filter(({ probability }) => probability >= proposal),
    wanted,
    candidates: answer.candidates,
    probability: answer.probability,
    least: { answer: leastAnswer(autonomy), proposal },
    courtesy: { kind: courtesy.kind, probability: courtesy.probability, isEnough },
    holds: [],
    isHazardous: false,
  };
}

function inOrderOfQuestions(chosen: readonly LikelyItem[]): LikelyItem[] {
  return [...chosen].sort((a, b) => a.view.view.from - b.view.view.from);
}
