import type { Intent, RiskLevel } from '../../domain/decision.ts';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { choosePhrase, type Thread } from './choose-phrase.ts';
import type { Composed } from './compose.ts';

interface Settled {
  readonly riskLevel: RiskLevel;
  readonly intent: Intent;
  readonly composed: Composed;
  /**
   * A sign of danger, now or earlier in the thread. There is no proposal then, because it would only sound cheerful.
   */
  readonly isHazardous: boolean;
  /** The composed reply answers something, or returns a courtesy if the message contains nothing else. */
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
 * The text of a decision. Blocked: no text, except the support phrase in a crisis, regardless of which reader noticed
 * it. Safe: the composed reply. Review: the best answer in approved words as a proposal. If there is none: the
 * disclosure or a holding phrase that has not yet occurred in the thread, otherwise nothing.
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

/** A phrase for that use. A phrase that already occurred in the thread is repeated only if it `isNeeded`. */
function alone(use: Phrase['use'], { persona, phrases, thread }: Settled, isNeeded: boolean): FinalReply {
  const owed = phrases.filter((phrase) => phrase.use === use);
  const isHeard = thread.history.some(
    ({ direction, body }) => direction === 'outbound' && owed.some(({ text }) => body.includes(text.trim())),
  );
  if (isHeard && !isNeeded) return nothing;
  const part = choosePhrase(use, persona, phrases, thread, isNeeded);
  return part === undefined ? nothing : { reply: part.text, used: [part.id] };
}
