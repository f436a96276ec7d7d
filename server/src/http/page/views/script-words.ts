import type { PageWords } from './words/words.ts';

/** The words that the script of a Page says, as its form hands them over. */
export function scriptWords(words: PageWords) {
  const { answerHeading, passedOnHeading, youAsked, approvedOn, offerLink, keepLink } = words;
  const { threadLink, closeAnswer, errorHeading, errors } = words;
  return {
    answerHeading,
    passedOnHeading,
    youAsked,
    approvedOn,
    offerLink,
    keepLink,
    threadLink,
    closeAnswer,
    errorHeading,
    errors,
  };
}

/**
 * What `browser/ask.js` knows its words as.
 *
 * @public
 */
export type ScriptWords = ReturnType<typeof scriptWords>;
