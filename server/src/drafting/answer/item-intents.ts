import { type IntentShares, intentsOfTexts } from '../learned/intents-of-texts.ts';
import type { TaughtItem } from './teaching.ts';

/**
 * The number of phrases that is enough to show the intents of an item. If an item has fewer than `fewPhrases`, its
 * label and text are also read.
 */
const mostPhrases = 16;
const fewPhrases = 4;

/**
 * Returns the intents of the people who ask for an item. The understanding model reads these intents from the item's
 * phrases.
 */
export function itemIntents({ text, label }: TaughtItem, phrases: readonly string[]): IntentShares {
  const step = Math.max(1, phrases.length / mostPhrases);
  const heard = phrases.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, mostPhrases);
  return intentsOfTexts(heard.length >= fewPhrases ? heard : [...heard, label, text].filter((one) => one !== ''));
}
