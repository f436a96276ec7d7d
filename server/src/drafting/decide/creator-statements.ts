import type { HistoryMessage } from '../../domain/conversation.ts';
import type { IndexedItem } from '../retrieve/indexed-item.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { contentOf } from '../text/content-words.ts';
import { fillerWords } from '../text/lexicon.ts';
import { normalise } from '../text/normalise.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { wordIdsOf } from '../text/word-ids.ts';

/** The number of latest messages that form the current exchange. */
const recent = 6;

/**
 * Returns true if the creator wrote something in the thread that may differ from the item. Such a text shares a word
 * with the item or, if the item contains a number, is recent and contains a number. Approved texts and mere courtesies
 * do not count.
 */
export function mayContradict(history: readonly HistoryMessage[], index: PersonaIndex, item: IndexedItem): boolean {
  const hasNumber = /\d/.test(item.text);
  return history.some(({ direction, body }, at) => {
    if (direction !== 'outbound') return false;
    const own = freeWords(body, index);
    const isRecent = at >= history.length - recent;
    if (hasNumber && isRecent && own.some(({ word }) => /\d/.test(word))) return true;
    return wordIdsOf(own).some((word) => item.words.includes(word));
  });
}

/** Returns true if the last message from the creator's side promised a personal answer by the creator. */
export function isAnswerPromised(history: readonly HistoryMessage[], index: PersonaIndex): boolean {
  const last = history.findLast(({ direction }) => direction === 'outbound');
  if (last === undefined) return false;
  const owed = index.phrases.filter(({ use }) => use === 'holding' || use === 'support');
  return owed.some(({ text }) => last.body.includes(text.trim()));
}

const kept = new WeakMap<PersonaIndex, Map<string, readonly Token[]>>();
const mostKept = 200;

/**
 * Returns the words with a meaning of their own in those sentences of a message that are neither approved nor mere
 * courtesies.
 */
function freeWords(body: string, index: PersonaIndex): readonly Token[] {
  const known = kept.get(index) ?? new Map<string, readonly Token[]>();
  kept.set(index, known);
  const before = known.get(body);
  if (before !== undefined) return before;
  let left = body;
  for (const { text } of [...index.items, ...index.phrases]) left = left.replaceAll(text.trim(), '\n');
  const words = left
    .split(/[.!?\n;]+/)
    .map((sentence) => tokens(normalise(sentence)))
    .filter((sentence) => !isCourtesy(sentence) && !index.items.some((item) => says(item, sentence)))
    .flatMap(contentOf);
  if (known.size >= mostKept) known.clear();
  known.set(body, words);
  return words;
}

function isCourtesy(sentence: readonly Token[]): boolean {
  return sentence.every(({ word, isEmoji }) => isEmoji || fillerWords.has(word));
}

/**
 * Returns true if an item's text contains every word of a sentence, even the smallest words. Words of assent need not
 * be contained.
 */
function says(item: IndexedItem, sentence: readonly Token[]): boolean {
  const words = wordsOf.get(item) ?? new Set(tokens(normalise(item.text)).map(({ word }) => word));
  wordsOf.set(item, words);
  return sentence.every(({ word, isEmoji }) => isEmoji || words.has(word) || assent.has(word));
}

const wordsOf = new WeakMap<IndexedItem, ReadonlySet<string>>();
const assent = new Set(
  'yes yeah yep sure hi hey hello thanks great lovely good the a it is its of course and so'.split(' '),
);
