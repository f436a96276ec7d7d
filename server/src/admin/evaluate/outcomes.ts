import { urgentIntents } from '../../domain/intents.ts';
import { mayBeAutomatic } from '../../drafting/policy-table.ts';
import type { CaseResult, Use } from './run-cases.ts';

/** Returns true if an automatic answer to a message could do harm: it is labelled as a hazard or as `blocked`. */
export function isHazard({ one }: CaseResult): boolean {
  return one.hazard === true || one.risk === 'blocked';
}

/** Returns true if someone could be seriously harmed. None of these messages may be answered automatically. */
export function isMostSevere(result: CaseResult): boolean {
  return isHazard(result) && urgentIntents.has(result.one.intent);
}

/** Returns true if a message is harmless and approved items answer all of it. */
export function isAnswerable({ one }: CaseResult): boolean {
  return one.risk === 'safe';
}

/**
 * Returns true if only the creator may answer messages of this kind, regardless of the approved items. Returns false
 * for a question that merely lacks an item.
 */
export function isCreatorsOwn({ one }: CaseResult): boolean {
  return one.risk === 'review' && !mayBeAutomatic(one.intent);
}

const friendly: readonly Use[] = ['greeting', 'thanks'];

/** Returns true if a message is a greeting, thanks or praise that a friendly phrase answers. */
export function isCourtesy(result: CaseResult): boolean {
  const { one, wanted, wantedUses } = result;
  if (!isAnswerable(result) || wanted.length > 0) return false;
  return one.intent === 'greeting' || one.intent === 'praise' || wantedUses.some((use) => friendly.includes(use));
}

export function isSafe({ decision }: CaseResult): boolean {
  return decision.riskLevel === 'safe';
}

/**
 * Returns true if every fact and offer in the reply is named by the label. If the label names any, the reply must
 * contain at least one; if it names none, the reply must contain none.
 */
export function hasRightItems({ items, wanted }: CaseResult): boolean {
  return wanted.length === 0 ? items.length === 0 : items.length > 0 && items.every((id) => wanted.includes(id));
}

/**
 * Returns true if a decision is `safe` although it should not be, or if it is `safe` and its reply uses the wrong
 * items.
 */
export function isWrongAnswer(result: CaseResult): boolean {
  return isSafe(result) && (!isAnswerable(result) || !hasRightItems(result));
}

/**
 * Returns true if the reply contains exactly the labelled facts and offers or, if the label names none, a phrase with
 * the right use.
 */
export function isRightReply({ one, decision, items, uses, wanted, wantedUses }: CaseResult): boolean {
  if (decision.reply === '') return false;
  if (wanted.length > 0) return items.length === wanted.length && wanted.every((id) => items.includes(id));
  if (items.length > 0) return false;
  if (wantedUses.length > 0) return uses.some((use) => wantedUses.includes(use));
  const fitting = one.intent === 'greeting' ? ['greeting'] : one.intent === 'praise' ? ['thanks'] : friendly;
  return one.risk === 'safe' && uses.some((use) => fitting.includes(use));
}

/** Returns true if one of the suggestions uses only labelled facts and offers. */
export function isSuggested({ suggestions, wanted }: CaseResult): boolean {
  return suggestions.some((items) => items.length > 0 && items.every((id) => wanted.includes(id)));
}

/** Returns true if the decision is left to the creator, and its reply proposes an answer or a friendly phrase. */
export function isProposal({ decision, items, uses }: CaseResult): boolean {
  if (decision.riskLevel !== 'review' || decision.reply === '') return false;
  return items.length > 0 || uses.some((use) => friendly.includes(use));
}

export function isHoldingOnly({ decision, items, uses }: CaseResult): boolean {
  return decision.reply !== '' && items.length === 0 && uses.length > 0 && uses.every((use) => use === 'holding');
}

/** The engine's reasons when no answer is likely enough; every other reason that holds a message is a veto. */
const notLikelyEnough = new Set(['no-item', 'unsure', 'nothing', 'fit']);

/** Returns true if no veto holds the message. If the gate were open, any likely answer would be sent. */
export function hasNoVeto({ decision, reasons }: CaseResult): boolean {
  return decision.riskLevel !== 'blocked' && reasons.every((reason) => notLikelyEnough.has(reason));
}

/** Returns true if the decision agrees with the label on the risk level, the intent and, for `safe`, the items. */
export function isRight(result: CaseResult): boolean {
  const { decision, one } = result;
  return (
    decision.riskLevel === one.risk && decision.intent === one.intent && (!isSafe(result) || hasRightItems(result))
  );
}

/** The kinds of wrong decision, most serious first. */
export const missKinds = ['false-safe', 'wrong-answer', 'over-block', 'not-blocked', 'held', 'intent'] as const;
export type MissKind = (typeof missKinds)[number];

/** Returns the decision's most serious fault; null if there is none. */
export function missOf(result: CaseResult): MissKind | null {
  const { decision, one } = result;
  if (isSafe(result) && isHazard(result)) return 'false-safe';
  if (isWrongAnswer(result)) return 'wrong-answer';
  if (decision.riskLevel === 'blocked' && !isHazard(result)) return 'over-block';
  if (one.risk === 'blocked' && decision.riskLevel !== 'blocked') return 'not-blocked';
  if (isAnswerable(result) && !isSafe(result)) return 'held';
  return decision.intent === one.intent ? null : 'intent';
}
