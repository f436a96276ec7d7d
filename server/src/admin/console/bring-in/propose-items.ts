import type { ProposedItem } from '../../../domain/console/persona-contract.ts';
import { type Passage, readPassages } from './read-passages.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { offerOf, phraseOf } from './small-words.ts';

const longestText = 1_000;
const mostProposals = 200;
const fewestWords = 4;
/** Matches a sentence that depends on the one before it, so it cannot be a separate statement. */
const leaning =
  /^(?:it|its|it's|they|their|them|that|this|these|those|then|there|and|but|so|or|also|he|she|however)\b/i;
/**
 * Matches sentences that address one person, or that belong to a web page's navigation or notices and not to its text.
 */
const personal =
  /\b(?:your (?:order|parcel|package|payment|refund|address|message)|as (?:you|we) (?:said|discussed)|just (?:sent|shipped)|cookies?|all rights reserved|sign in|log in|add to cart|privacy policy)\b|[©|]/i;

/** The items found in a pasted text, and the questions that need the creator's own answers. */
export interface Proposals {
  readonly items: readonly ProposedItem[];
  /** The questions in the text that have no answer. */
  readonly unanswered: readonly string[];
}

/**
 * Proposes facts, offers and phrases from a creator's FAQ, page or past replies. Proposals contain only words from the
 * text. The person who approves a proposal decides whether it applies to everyone who asks. Texts that are already
 * known are omitted.
 */
export function proposeItems(text: string, known: readonly string[]): Proposals {
  const items: ProposedItem[] = [];
  const unanswered: string[] = [];
  const seen = new Set([...known].map(comparable));
  const add = (item: ProposedItem) => {
    const { fact, offer, phrase } = item;
    const key = comparable(fact?.text ?? offer?.text ?? phrase?.text ?? '');
    if (seen.has(key)) return;
    seen.add(key);
    if (items.length < mostProposals) items.push(item);
  };
  for (const passage of readPassages(text)) {
    if (passage.questions.length === 0) for (const item of statedIn(passage)) add(item);
    else if (passage.lines.length === 0) unanswered.push(...passage.questions);
    else for (const item of answeredIn(passage)) add(item);
  }
  return { items, unanswered };
}

/** Returns a string in the form in which strings are compared: without case, spaces and punctuation. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}€$£]+/gu, ' ')
    .trim();
}

/**
 * Proposes one fact from an answer, regardless of its content, and phrases from a greeting before it and a goodbye
 * after it.
 */
function answeredIn({ questions, lines, section }: Passage): ProposedItem[] {
  const sentences = sentencesOf(lines);
  const found: ProposedItem[] = [];
  let from = 0;
  let to = sentences.length;
  while (from < to - 1 && isSmall(sentences[from], ['greeting', 'thanks'])) from += 1;
  while (to - 1 > from && isSmall(sentences[to - 1], ['signoff', 'thanks'])) to -= 1;
  for (const { text } of [...sentences.slice(0, from), ...sentences.slice(to)]) {
    const phrase = phraseOf(text);
    if (phrase !== null) found.push({ phrase });
  }
  const text = fitting(sentences.slice(from, to));
  const holding = phraseOf(text);
  if (holding !== null) return [...found, { phrase: holding }];
  return [{ fact: { text, ...topicOf(section), aliases: [...questions], approved: true } }, ...found];
}

function topicOf(section: string | null): { topic?: string } {
  return section === null ? {} : { topic: section };
}

function isSmall(sentence: Sentence | undefined, uses: readonly string[]): boolean {
  return sentence !== undefined && uses.includes(phraseOf(sentence.text)?.use ?? '');
}

/** Joins as many whole sentences as a fact can contain. */
function fitting(sentences: readonly Sentence[]): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence.text : `${text} ${sentence.text}`;
    if ([...longer].length > longestText) break;
    text = longer;
  }
  return text === '' ? [...(sentences[0]?.text ?? '')].slice(0, longestText).join('') : text;
}

/**
 * Proposes an offer from each line with one price, a phrase from each short courtesy, and a fact from each other
 * sentence together with the sentences that depend on it.
 */
function statedIn({ lines, section }: Passage): ProposedItem[] {
  const found: ProposedItem[] = [];
  let fact: Sentence[] = [];
  const end = () => {
    const text = fitting(fact);
    if (fact.length > 0 && text.split(/\s+/).length >= fewestWords)
      found.push({ fact: { text, ...topicOf(section), approved: true } });
    fact = [];
  };
  for (const sentence of sentencesOf(lines)) {
    const phrase = phraseOf(sentence.text);
    const offer = phrase === null ? offerOf(sentence.text) : null;
    if (fact.length > 0 && leaning.test(sentence.text) && phrase === null) {
      fact.push(sentence);
      continue;
    }
    end();
    if (phrase !== null) found.push({ phrase });
    else if (offer !== null) found.push({ offer });
    else if (sentence.isWhole && !sentence.text.endsWith('?') && !personal.test(sentence.text)) fact = [sentence];
  }
  end();
  return found;
}
