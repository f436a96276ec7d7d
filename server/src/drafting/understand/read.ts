import { businessWords, everydayWords } from '../text/lexicon.ts';
import { type NormalText, normalise } from '../text/normalise.ts';
import { createSpeller, withSpelling } from '../text/spelling.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { findHazards, type Hazard, hazardVocabulary } from './find-hazards.ts';
import { encodedText, markHazards } from './marks.ts';
import { reveal } from './reveal.ts';

export interface Reading {
  readonly normal: NormalText;
  readonly tokens: readonly Token[];
  readonly hazards: readonly Hazard[];
  /** True if the text is meant to be misread: invisible characters, look-alike letters, hidden words. */
  readonly isDisguised: boolean;
}

const hazardous = new Set(hazardVocabulary);
const spell = createSpeller(
  [...hazardVocabulary.filter((word) => word.length > 6), ...everydayWords, ...businessWords],
  hazardous,
);

/**
 * Reads the words of a text in the form that the sender intended, and finds every sign of danger that the rules can
 * find in them.
 */
export function read(text: string): Reading {
  const normal = normalise(text);
  const plain = reveal(tokens(normal), hazardous);
  const spelled = withSpelling(plain.tokens, isKnownWord, spell);
  const signs = markHazards(normal.text, (at) => normal.offsets[at] ?? 0);
  return {
    normal,
    tokens: spelled,
    hazards: [...findHazards(spelled), ...signs],
    isDisguised:
      plain.disguised > 0 ||
      normal.hidden > 0 ||
      normal.lookalikes > 0 ||
      normal.stackedMarks > 0 ||
      signs.some(({ rule }) => rule === encodedText),
  };
}

/** Returns true for an English word that occurs in the rules or in everyday language. */
export function isKnownWord(word: string): boolean {
  return knownWords.has(word);
}

const knownWords: ReadonlySet<string> = new Set([...everydayWords, ...businessWords, ...hazardous]);
