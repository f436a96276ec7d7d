import type { Intent, RiskLevel } from '../../domain/decision.ts';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { choosePhrase, type Thread } from './choose-phrase.ts';
import type { Composed } from './compose.ts';

interface Settled {
  readonly riskLevel: RiskLevel;
  readonly intent: Intent;
  /** Why the creator must see it; empty when safe. */
  readonly reasons: readonly string[];
  readonly composed: Composed;
  /** Some part of the message asks who answers; the intent of the whole alone is no such question. */
  readonly asksWhoAnswers: boolean;
  /** Ids of what answers something: facts, offers and the disclosure. */
  readonly answers: ReadonlySet<string>;
  readonly persona: Persona;
  readonly phrases: readonly Phrase[];
  readonly thread: Thread;
}

/**
 * What is shown with a decision. Blocked: nothing, but the support phrase in a crisis. Safe: the composed reply. Review: the same
 * where it answers something or returns a kind word, else the holding phrase; with a sign of a hazard never an answer, which would only sound cheerful.
 */
export function finalReply(settled: Settled): { readonly reply: string; readonly used: readonly string[] } {
  const { riskLevel, intent, reasons, composed, asksWhoAnswers, answers } = settled;
  if (riskLevel === 'blocked') return intent === 'crisis' ? alone('support', settled) : { reply: '', used: [] };
  if (riskLevel === 'safe') return composed;
  const isHazardous = reasons.some((reason) => reason.startsWith('hazard:') || reason === 'history');
  if (!isHazardous && composed.used.some((id) => answers.has(id))) return composed;
  if (composed.isKind && reasons.every((reason) => mildReasons.has(reason)) && composed.reply !== '') return composed;
  const disclosure = asksWhoAnswers ? alone('disclosure', settled) : { reply: '', used: [] };
  return disclosure.reply === '' ? alone('holding', settled) : disclosure;
}

/** What only leaves open how a kind word is meant: "let me look into that" would answer it worse than thanks. */
const mildReasons = new Set(['words', 'emoji', 'also:unclear']);

function alone(use: Phrase['use'], { persona, phrases, thread }: Settled): { reply: string; used: readonly string[] } {
  const part = choosePhrase(use, persona, phrases, thread, true);
  return part === undefined ? { reply: '', used: [] } : { reply: part.text, used: [part.id] };
}
