import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { placeNamed } from '../retrieve/places.ts';
import { meaningOf } from '../retrieve/synonyms.ts';
import { businessWords } from '../text/business-words.ts';
import { closedWords } from '../text/closed-words.ts';
import { everydayWords } from '../text/lexicon.ts';
import { ruleBook } from '../text/patterns.ts';
import { personGroup } from '../text/persons.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { isHazardous } from '../understand/read.ts';

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
    if (at === to - 1 && isNamedAtEnd(tokens, from, at)) continue;
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

/** A thing that the creator makes and has a name of its own for: no person, no word of business, none that everybody uses. */
function isMade(word: string, index: PersonaIndex): boolean {
  if (businessWords.has(word) || personGroup(word) !== undefined) return false;
  const stemmed = stem(word);
  return index.products.has(meaningOf(stemmed)) || (index.vocabulary.has(stemmed) && !everydayWords.has(word));
}

/** "Good evening from a rainy **Ghent**", "loved the episode about the **fishmonger**": one word that nothing else could say. */
function isNamedAtEnd(tokens: readonly Token[], from: number, at: number): boolean {
  if (tokens[at]?.forms.some((form) => businessWords.has(form) || isHazardous(form)) !== false) return false;
  if (tokens[at]?.forms.some((form) => everydayWords.has(form))) return false;
  return ends.find(tokens, from, at).some((hit) => hit.to === at);
}

const ends = ruleBook(
  [
    '^ hi|hey|hello|hiya|greetings|morning|afternoon|evening|waving ~1 from a|an|the? very? rainy|sunny|windy|cold|warm|chilly|wet|snowy|foggy|grey|gray|cloudy?',
    '^ good morning|afternoon|evening|day from a|an|the? very? rainy|sunny|windy|cold|warm|chilly|wet|snowy|foggy|grey|gray|cloudy?',
    'episode|video|song|post|story|chapter|recipe|tutorial|drawing|painting|piece|pattern about the|a|an?',
  ].map((pattern) => ({ id: 'end', pattern, weight: 1 })),
);
