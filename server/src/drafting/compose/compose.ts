import type { Persona, Phrase } from '../../domain/persona.ts';
import { voiceBreaches } from '../guard/voice-breaches.ts';
import { emojiIn } from '../guard/wording.ts';
import { choosePhrase, type Thread } from './choose-phrase.ts';
import { isSayable } from './sayable.ts';

export interface Part {
  readonly id: string;
  readonly text: string;
}

export interface ReplyPlan {
  /** True if the message is a greeting, or starts with one. */
  readonly greets: boolean;
  /** True if the message contains praise or a kind remark. */
  readonly thanks: boolean;
  /** True if the message asks whether a person or a program answers. */
  readonly discloses: boolean;
  /** True if cheerful words would be out of place. The reply then has no greeting, thanks or signature. */
  readonly isSober: boolean;
  /** Facts and offers in the order of the questions. */
  readonly items: readonly Part[];
}

export interface Composed {
  readonly reply: string;
  readonly used: readonly string[];
  /** Whether the text includes every planned item. */
  readonly isWhole: boolean;
}

const hourMs = 3_600_000;
/**
 * An exchange is ongoing if the creator's side last wrote less than this long ago. An answer in an ongoing exchange
 * gets neither a greeting nor a signature.
 */
const exchangeMs = 12 * hourMs;
/** If the creator's side last wrote longer ago than this, an answer may start with a greeting, as in a new thread. */
const pauseMs = 72 * hourMs;

/**
 * Composes a reply from approved texts, word for word: greeting, disclosure, thanks, answers in the order of the
 * questions, signature. A reply that breaks the creator's rules on length or emoji loses phrases first, then answers
 * from the end. A phrase that already occurred in the thread is repeated only if the reply needs it. No text occurs
 * twice in a reply.
 */
export function compose(plan: ReplyPlan, persona: Persona, phrases: readonly Phrase[], thread: Thread): Composed {
  const choose = (use: Phrase['use'], isNeeded = false): Part | undefined =>
    choosePhrase(use, persona, phrases, thread, isNeeded);
  const items = once(plan.items.filter((item) => isSayable(item.text, persona)));
  const answers = items.length > 0 || plan.discloses;
  const silenceMs = silenceIn(thread);
  const isOngoing = silenceMs < exchangeMs;
  const isOpening = plan.greets || silenceMs > pauseMs;
  const disclosure = plan.discloses ? choose('disclosure', true) : undefined;
  const thanks = plan.thanks && !plan.isSober ? choose('thanks', !answers) : undefined;
  const isAlone = !answers && thanks === undefined;
  const isGreeted = isAlone ? plan.greets : isOpening && !isOngoing && !plan.isSober && (plan.greets || answers);
  const greeting = isGreeted ? choose('greeting', isAlone) : undefined;
  const isSigned = items.length > 0 && !plan.isSober && !isOngoing;
  const signature = isSigned ? choose('signoff') : undefined;
  const attempts: (readonly (Part | undefined)[])[] = [
    [greeting, disclosure, thanks, ...items, signature],
    [greeting, disclosure, thanks, ...items],
    [disclosure, thanks, ...items],
    [greeting, disclosure, ...items],
  ];
  for (let count = items.length; count > 0; count--) attempts.push([disclosure, ...items.slice(0, count)]);
  attempts.push([disclosure], [thanks], [greeting]);
  for (const attempt of attempts) {
    const parts = attempt.filter((part) => part !== undefined);
    if (parts.length === 0) continue;
    const reply = join(parts, signature);
    if (voiceBreaches(reply, persona).length > 0) continue;
    const used = parts.map((part) => part.id);
    return { reply, used, isWhole: plan.items.every((item) => reply.includes(item.text.trim())) };
  }
  return { reply: '', used: [], isWhole: false };
}

/**
 * Returns how many milliseconds ago the creator's side last wrote; infinite if it never did. A message without a time
 * counts as just sent.
 */
function silenceIn({ history, now }: Thread): number {
  const last = history.findLast(({ direction }) => direction === 'outbound');
  return last === undefined ? Number.POSITIVE_INFINITY : now - (last.sentAt ?? now);
}

/** Returns the items without those whose text is the same as the text of another item, or is contained in it. */
function once(items: readonly Part[]): Part[] {
  return items.filter(
    ({ text }, at) =>
      !items.some((other, place) =>
        other.text.trim() === text.trim() ? place < at : place !== at && other.text.includes(text.trim()),
      ),
  );
}

/**
 * Joins texts on one line. The signature starts a new line, and so does a text that follows a text without final
 * punctuation.
 */
function join(parts: readonly Part[], signature: Part | undefined): string {
  return parts.reduce((reply, part) => {
    const text = part.text.trim();
    return reply === '' ? text : `${reply}${endsSentence(reply) && part !== signature ? ' ' : '\n'}${text}`;
  }, '');
}

function endsSentence(text: string): boolean {
  return /[.!?…:,;)"'”’~]$/.test(text) || emojiIn(text.slice(-8)).some((found) => found.end === text.slice(-8).length);
}
