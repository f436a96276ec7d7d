import type { PageWords } from './words/words.ts';

/** Returns the words for a Page's script, which the form contains in `data-words`. */
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
 * The words by the names that `browser/ask.js` uses.
 *
 * @public
 */
export type ScriptWords = ReturnType<typeof scriptWords>;
