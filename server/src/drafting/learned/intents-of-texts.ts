import type { Intent } from '../../domain/intents.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { featureWords, wordingOf } from './features.ts';
import { understandingModel } from './understanding-model.ts';

/** The shares of the intents, 0 to 1. Shares below `leastShare` are left out. */
export type IntentShares = Readonly<Partial<Record<Intent, number>>>;

const leastShare = 0.02;

/**
 * Returns the mean of the intents that the understanding model reads in the texts, most likely first. Returns none if
 * there are no texts.
 */
export function intentsOfTexts(texts: readonly string[]): IntentShares {
  const model = understandingModel();
  const sums = new Map<Intent, number>();
  for (const text of texts) {
    const words = featureWords(tokens(normalise(text)));
    for (const { intent, score } of model.view(model.score(wordingOf(words)), 0, words.length).intents)
      sums.set(intent, (sums.get(intent) ?? 0) + score / texts.length);
  }
  const shares = [...sums].filter(([, share]) => share >= leastShare).sort((a, b) => b[1] - a[1]);
  return Object.fromEntries(shares.map(([intent, share]) => [intent, Math.round(share * 1000) / 1000]));
}

/** Returns how likely a message with these intents asks for an item with these shares, 0 to 1. */
export function intentAgreement(
  intents: readonly { readonly intent: Intent; readonly score: number }[],
  shares: IntentShares,
): number {
  return intents.reduce((sum, { intent, score }) => sum + score * (shares[intent] ?? 0), 0);
}
