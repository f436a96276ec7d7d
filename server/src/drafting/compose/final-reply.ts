import type { Intent, RiskLevel } from '../../domain/decision.ts';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { choosePhrase, type Thread } from './choose-phrase.ts';
import type { Composed } from './compose.ts';

interface Settled {
  readonly riskLevel: RiskLevel;
  readonly intent: Intent;
  readonly composed: Composed;
  /**
   * True if the message, or an earlier one that the creator has not seen, shows a sign of danger. In this case, no
   * answer is proposed, because it would be out of place.
   */
  readonly isHazardous: boolean;
  /** True if the composed reply answers a question, or if it responds to a message that is only a courtesy. */
  readonly isProposal: boolean;
  readonly asksWhoAnswers: boolean;
  readonly persona: Persona;
  readonly phrases: readonly Phrase[];
  readonly thread: Thread;
}

interface FinalReply {
  readonly reply: string;
  readonly used: readonly string[];
}

const nothing: FinalReply = { reply: '', used: [] };

/**
 * Returns the text that goes with a decision. A crisis gets the support phrase, regardless of which reader noticed it.
 * Otherwise, `blocked` gets no text, `safe` gets the composed reply, and `review` gets the best answer in approved
 * words as a proposal. If there is no such answer, `review` gets the disclosure, a holding phrase that has not yet
 * occurred in the thread, or no text.
 */
export function finalReply(settled: Settled): FinalReply {
  const { riskLevel, intent, composed, isHazardous, isProposal, asksWhoAnswers } = settled;
  if (riskLevel === 'blocked') return intent === 'crisis' ? alone('support', settled, true) : nothing;
  if (riskLevel === 'safe') return composed;
  if (isHazardous && intent === 'crisis') return alone('support', settled, true);
  if (!isHazardous && isProposal && composed.reply !== '') return composed;
  if (asksWhoAnswers) {
    const disclosure = alone('disclosure', settled, true);
    if (disclosure.reply !== '') return disclosure;
  }
  return alone('holding', settled, false);
}

/**
 * Returns a phrase with the given use. Returns nothing if one has already occurred in the thread and `isNeeded` is
 * false.
 */
function alone(use: Phrase['use'], { persona, phrases, thread }: Settled, isNeeded: boolean): FinalReply {
  const owed = phrases.filter((phrase) => phrase.use === use);
  const isHeard = thread.history.some(
    ({ direction, body }) => direction === 'outbound' && owed.some(({ text }) => body.includes(text.trim())),
  );
  if (isHeard && !isNeeded) return nothing;
  const part = choosePhrase(use, persona, phrases, thread, isNeeded);
  return part === undefined ? nothing : { reply: part.text, used: [part.id] };
}
