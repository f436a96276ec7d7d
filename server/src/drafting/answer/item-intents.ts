import { featureWords, wordingOf } from '../learned/features.ts';
import { understandingModel } from '../learned/understanding-model.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import type { ItemIntents } from './classifier-file.ts';
import type { TaughtItem } from './teaching.ts';

/** So many phrases tell what an item is asked for; with fewer than `fewPhrases`, its label and text speak as well. */
const mostPhrases = 16;
const fewPhrases = 4;
const leastShare = 0.02;

/** The intents of an item: the mean of what the understanding model makes of the phrases that ask for it. */
export function itemIntents({ text, label }: TaughtItem, phrases: readonly string[]): ItemIntents {
  const step = Math.max(1, phrases.length / mostPhrases);
  const heard = phrases.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, mostPhrases);
  const texts = heard.length >= fewPhrases ? heard : [...heard, label, text].filter((one) => one !== '');
  const model = understandingModel();
  const sums = new Map<string, number>();
  for (const one of texts) {
    const words = featureWords(tokens(normalise(one)));
    for (const { intent, score } of model.view(model.score(wordingOf(words)), 0, words.length).intents)
      sums.set(intent, (sums.get(intent) ?? 0) + score / texts.length);
  }
  const shares = [...sums].filter(([, share]) => share >= leastShare).sort((a, b) => b[1] - a[1]);
  return Object.fromEntries(shares.map(([intent, share]) => [intent, Math.round(share * 1000) / 1000]));
}
