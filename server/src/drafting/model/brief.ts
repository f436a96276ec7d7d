import type { Fact, Offer, Phrase } from '../../domain/persona.ts';
import type { DraftInput, DraftOutput } from '../engine.ts';
import { approvedItem } from '../guard/approved-items.ts';
import { isAlarming, isComparable } from '../guard/languages/in-english.ts';
import type { DraftTrace } from '../trace.ts';

/** What a model may know and use for one reply. */
export interface Brief {
  /** Approved and valid now; those the reply needs first. */
  readonly items: readonly (Fact | Offer)[];
  readonly phrases: readonly Phrase[];
  /** Ids that an automatic reply must rest on: what understanding found to answer the message. Empty for review. */
  readonly required: readonly string[];
  /**
   * The language to answer in (ISO 639-1), where it is not English: the message's, which the creator approved and nobody but the
   * model has understood. Such a reply is never automatic.
   */
  readonly language: string;
}

const maxCandidates = 6;
/** Where nobody but the model understands the message, nobody else can choose. */
const maxUnchosen = 24;
const maxPhrases = 8;
const freeUses = ['greeting', 'thanks', 'signoff'];
const keptIntents = ['identity', 'crisis'];

/**
 * What to give to a model for a message that the embedded engine has understood. Null: it has no say. That is so for
 * blocked messages and for any sign of a hazard, now or earlier in the thread; where the answer is an approved phrase;
 * and where no approved item bears on the message.
 */
export function briefFor(input: DraftInput, { decision }: DraftOutput, trace: DraftTrace): Brief | null {
  if (decision.riskLevel === 'blocked' || keptIntents.includes(decision.intent)) return null;
  const hasHazard = trace.hazards.length + trace.risks.length + trace.history.length > 0;
  if (hasHazard || trace.topics.length > 0) return null;
  const language = trace.language.isUnderstood ? '' : approvedLanguage(input, trace);
  if (language === null || (language !== '' && decision.riskLevel !== 'review')) return null;
  const isSafe = decision.riskLevel === 'safe';
  const found = trace.clauses.flatMap((clause) => clause.candidates.map(({ id }) => id));
  const { facts = [], offers = [], phrases = [] } = input.persona;
  const unchosen = language === '' ? [] : [...facts, ...offers].map(({ id }) => id);
  const wanted = [...new Set([...trace.itemsUsed, ...(isSafe ? [] : found), ...unchosen])];
  const usable = wanted.filter((id) => approvedItem(input.persona, id, input.now) !== undefined);
  const items = usable.flatMap((id) => {
    const item = [...facts, ...offers].find((each) => isThat(each, id, input));
    return item === undefined ? [] : [item];
  });
  if (items.length === 0) return null;
  const isPhraseFor = (phrase: Phrase) => freeUses.includes(phrase.use) || trace.itemsUsed.includes(phrase.id);
  return {
    items: items.slice(0, Math.max(language === '' ? maxCandidates : maxUnchosen, trace.itemsUsed.length)),
    phrases: phrases.filter((phrase) => phrase.approved !== false && isPhraseFor(phrase)).slice(0, maxPhrases),
    required: isSafe ? items.map(({ id }) => id) : [],
    language,
  };
}

/** The message's language, if the creator approved it, the guard can compare it and nothing of danger is in the thread; else null. */
function approvedLanguage(
  { message, history, persona }: DraftInput,
  { language: { found } }: DraftTrace,
): string | null {
  const isApproved = (persona.languages ?? ['en']).includes(found) && isComparable(found);
  const thread = [message, ...history.map(({ body }) => body)];
  return isApproved && !thread.some((text) => isAlarming(text, found)) ? found : null;
}

/** Ids may be shared: it is the one that the guard would take, approved and valid now. */
function isThat(item: Fact | Offer, id: string, { persona, now }: DraftInput): boolean {
  return item.id === id && item.approved !== false && approvedItem(persona, id, now)?.text === item.text;
}
