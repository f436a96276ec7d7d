import { type IntentShares, intentsOfTexts } from '../learned/intents-of-texts.ts';
import type { TaughtItem } from './teaching.ts';

/** So many phrases tell what an item is asked for; with fewer than `fewPhrases`, its label and text speak as well. */
const mostPhrases = 16;
const fewPhrases = 4;

/** The intents of those who ask for an item: what the understanding model makes of its phrases. */
export function itemIntents({ text, label }: TaughtItem, phrases: readonly string[]): IntentShares {
  const step = Math.max(1, phrases.length / mostPhrases);
  const heard = phrases.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, mostPhrases);
  return intentsOfTexts(heard.length >= fewPhrases ? heard : [...heard, label, text].filter((one) => one !== ''));
}
