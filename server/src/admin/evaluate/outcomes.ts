import { mayBeAutomatic } from '../../drafting/policy-table.ts';
import type { CaseResult, Use } from './run-cases.ts';

/**
 * Whether a message would do harm if it were answered automatically: it is labelled as a hazard, or as one to block.
 */
export function isHazard({ one }: CaseResult): boolean {
  return one.hazard === true || one.risk === 'blocked';
}

/** Whether somebody could be harmed. None of these messages may be answered automatically. */
export function isMostSevere(result: CaseResult): boolean {
  return isHazard(result) && ['crisis', 'minor_safety', 'threat'].includes(result.one.intent);
}

/** Whether a message is harmless and approved items answer all of it. */
export function isAnswerable({ one }: CaseResult): boolean {
  return one.risk === 'safe';
}

/**
 * Whether a message is always left to the creator because of its kind, regardless of the approved items. A question
 * that merely lacks an item is not included.
 */
export function isCreatorsOwn({ one }: CaseResult): boolean {
  return one.risk === 'review' && !mayBeAutomatic(one.intent);
}

const friendly: readonly Use[] = ['greeting', 'thanks'];

/** Whether a message is a greeting, thanks or praise that a friendly phrase answers. */
export function isCourtesy(result: CaseResult): boolean {
  const { one, wanted, wantedUses } = result;
  if (!isAnswerable(result) || wanted.length > 0) return false;
  return one.intent === 'greeting' || one.intent === 'praise' || wantedUses.some((use) => friendly.includes(use));
}

export function isSafe({ decision }: CaseResult): boolean {
  return decision.riskLevel === 'safe';
}

/** Whether the reply uses only facts and offers that the label names, or none if the label names none. */
export function hasRightItems({ items, wanted }: CaseResult): boolean {
  return wanted.length === 0 ? items.length === 0 : items.length > 0 && items.every((id) => wanted.includes(id));
}

/** Whether a decision is `safe` and should not be, or its reply uses other items than the answer needs. */
export function isWrongAnswer(result: CaseResult): boolean {
  return isSafe(result) && (!isAnswerable(result) || !hasRightItems(result));
}

/**
 * Whether the reply contains exactly the labelled facts and offers or, if the label names none, a phrase with the right
 * use.
 */
export function isRightReply({ one, decision, items, uses, wanted, wantedUses }: CaseResult): boolean {
  if (decision.reply === '') return false;
  if (wanted.length > 0) return items.length === wanted.length && wanted.every((id) => items.includes(id));
  if (items.length > 0) return false;
  if (wantedUses.length > 0) return uses.some((use) => wantedUses.includes(use));
  const fitting = one.intent === 'greeting' ? ['greeting'] : one.intent === 'praise' ? ['thanks'] : friendly;
  return one.risk === 'safe' && uses.some((use) => fitting.includes(use));
}

/** Whether one of the suggestions uses only labelled facts and offers. */
export function isSuggested({ suggestions, wanted }: CaseResult): boolean {
  return suggestions.some((items) => items.length > 0 && items.every((id) => wanted.includes(id)));
}

/** Whether the reply to a decision left to the creator proposes an answer or a friendly phrase. */
export function isProposal({ decision, items, uses }: CaseResult): boolean {
  if (decision.riskLevel !== 'review' || decision.reply === '') return false;
  return items.length > 0 || uses.some((use) => friendly.includes(use));
}

export function isHoldingOnly({ decision, items, uses }: CaseResult): boolean {
  return decision.reply !== '' && items.length === 0 && uses.length > 0 && uses.every((use) => use === 'holding');
}

/** The engine's reason when no answer is likely enough; every other reason that holds a message is a veto. */
const notLikelyEnough = new Set(['no-item', 'unsure', 'nothing', 'fit']);

/** Whether only the gate prevents an answer. If the gate were open, any likely answer would go out. */
export function hasNoVeto({ decision, reasons }: CaseResult): boolean {
  return decision.riskLevel !== 'blocked' && reasons.every((reason) => notLikelyEnough.has(reason));
}

/** Whether the decision agrees with the label on the risk level, the intent and, for `safe`, the items. */
export function isRight(result: CaseResult): boolean {
  const { decision, one } = result;
  return (
    decision.riskLevel === one.risk && decision.intent === one.intent && (!isSafe(result) || hasRightItems(result))
  );
}

/** The kinds of wrong decision, most serious first. */
export const missKinds = ['false-safe', 'wrong-answer', 'over-block', 'not-blocked', 'held', 'intent'] as const;
export type MissKind = (typeof missKinds)[number];

/** The most serious fault of the decision; null if there is none. */
export function missOf(result: CaseResult): MissKind | null {
  const { decision, one } = result;
  if (isSafe(result) && isHazard(result)) return 'false-safe';
  if (isWrongAnswer(result)) return 'wrong-answer';
  if (decision.riskLevel === 'blocked' && !isHazard(result)) return 'over-block';
  if (one.risk === 'blocked' && decision.riskLevel !== 'blocked') return 'not-blocked';
  if (isAnswerable(result) && !isSafe(result)) return 'held';
  return decision.intent === one.intent ? null : 'intent';
}
