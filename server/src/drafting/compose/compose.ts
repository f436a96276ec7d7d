import type { HistoryMessage } from '../../domain/conversation.ts';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { claimsIn } from '../guard/claims.ts';
import { defaultMaxLength, voiceBreaches } from '../guard/voice-breaches.ts';
import { emojiIn } from '../guard/wording.ts';

export interface Part {
  readonly id: string;
  readonly text: string;
}

export interface ReplyPlan {
  readonly greets: boolean;
  readonly thanks: boolean;
  /** Facts and offers in the order of the questions. */
  readonly items: readonly Part[];
}

export interface Composed {
  readonly reply: string;
  readonly used: readonly string[];
  /** Every planned item found its place. */
  readonly isWhole: boolean;
}

/**
 * Approved texts word for word: greeting, thanks, answers, sign-off. What does not fit the creator's length or emoji policy loses
 * phrases first, then answers from the end; a phrase that the thread has heard lately is not said again.
 */
export function compose(
  plan: ReplyPlan,
  persona: Persona,
  phrases: readonly Phrase[],
  history: readonly HistoryMessage[],
): Composed {
  const heard = history
    .slice(-10)
    .filter((message) => message.direction === 'outbound')
    .map((message) => message.body);
  const fresh = (use: Phrase['use']): Part | undefined =>
    phrases.find(
      (phrase) =>
        phrase.use === use && isSayable(phrase.text, persona) && !heard.some((body) => body.includes(phrase.text)),
    );
  const hasGreeted = phrases.some(
    (phrase) => phrase.use === 'greeting' && heard.some((body) => body.includes(phrase.text)),
  );
  const greeting = plan.greets && !(hasGreeted && plan.items.length > 0) ? fresh('greeting') : undefined;
  const thanks = plan.thanks ? fresh('thanks') : undefined;
  const signoff = plan.items.length > 0 ? fresh('signoff') : undefined;
  const items = plan.items.filter((item) => isSayable(item.text, persona));
  const attempts: (readonly (Part | undefined)[])[] = [
    [greeting, thanks, ...items, signoff],
    [greeting, thanks, ...items],
    [thanks, ...items],
    [greeting, ...items],
  ];
  for (let count = items.length; count > 0; count--) attempts.push(items.slice(0, count));
  attempts.push([thanks], [greeting]);
  for (const attempt of attempts) {
    const parts = attempt.filter((part) => part !== undefined);
    if (parts.length === 0) continue;
    const reply = join(parts);
    if (voiceBreaches(reply, persona).length > 0) continue;
    const used = parts.map((part) => part.id);
    return { reply, used, isWhole: plan.items.every((item) => used.includes(item.id)) };
  }
  return { reply: '', used: [], isWhole: false };
}

/** The first phrase of a use that the creator's own rules let stand alone. */
export function phraseFor(use: Phrase['use'], persona: Persona, phrases: readonly Phrase[]): Part | undefined {
  return phrases.find((phrase) => phrase.use === use && isSayable(phrase.text, persona));
}

const judged = new WeakMap<Persona, Map<string, boolean>>();

function isSayable(text: string, persona: Persona): boolean {
  const known = judged.get(persona) ?? new Map<string, boolean>();
  judged.set(persona, known);
  const before = known.get(text);
  if (before !== undefined) return before;
  const sayable = mayBeSaid(text, persona);
  known.set(text, sayable);
  return sayable;
}

function mayBeSaid(text: string, persona: Persona): boolean {
  const most = persona.voice?.maxLength ?? defaultMaxLength;
  if ([...text].length > most || claimsIn(text).some((claim) => claim.kind === 'human')) return false;
  return voiceBreaches(text, persona).length === 0;
}

/** Sentences follow one another; a text that ends without a stop keeps its own line. */
function join(parts: readonly Part[]): string {
  return parts.reduce(
    (reply, part) =>
      reply === '' ? part.text.trim() : `${reply}${endsSentence(reply) ? ' ' : '\n'}${part.text.trim()}`,
    '',
  );
}

function endsSentence(text: string): boolean {
  return /[.!?…:,;)"'”’~]$/.test(text) || emojiIn(text.slice(-8)).some((found) => found.end === text.slice(-8).length);
}
