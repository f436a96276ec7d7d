import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { placeNamed } from '../retrieve/places.ts';
import { meaningOf } from '../retrieve/synonyms.ts';
import { businessWords } from '../text/business-words.ts';
import { closedWords } from '../text/closed-words.ts';
import { personGroup } from '../text/persons.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';

export type ClosedKind = keyof typeof closedWords;

interface Said {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  /** Places of the tokens that belong to an idiom. */
  readonly idiom: ReadonlySet<number>;
  readonly index: PersonaIndex;
  /** Words of the creator's name. */
  readonly names: ReadonlySet<string>;
}

/** True when every word of a clause is of the closed vocabulary, names the creator or what the creator makes, or is part of an idiom. */
export function saysOnly(kind: ClosedKind, { tokens, from, to, idiom, index, names }: Said): boolean {
  const closed = closedWords[kind];
  const turns = closed.turns.find(tokens, from, to);
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token === undefined || token.isEmoji || idiom.has(at) || token.forms.some((form) => closed.words.has(form)))
      continue;
    if (names.has(token.word) || index.names.has(token.word)) continue;
    if (turns.some((turn) => turn.from <= at && at < turn.to)) continue;
    if (kind === 'aside' && isRecipient(tokens, at)) continue;
    if (kind !== 'kind') return false;
    if (isMade(token.word, index) || placeNamed(token.word) !== undefined) continue;
    return false;
  }
  return true;
}

/** "For my sister" */
function isRecipient(tokens: readonly Token[], at: number): boolean {
  return (
    personGroup(tokens[at]?.word ?? '') !== undefined && tokens[at - 1]?.word === 'my' && tokens[at - 2]?.word === 'for'
  );
}

/** What an offer of the creator's is called by, but no person and no word of business. */
function isMade(word: string, index: PersonaIndex): boolean {
  return !businessWords.has(word) && personGroup(word) === undefined && index.products.has(meaningOf(stem(word)));
}
