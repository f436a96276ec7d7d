import type { PageWords } from './words/words.ts';

/** The words of a Page's script, which the form passes on. */
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
 * The names of its words in `browser/ask.js`.
 *
 * @public
 */
export type ScriptWords = ReturnType<typeof scriptWords>;
