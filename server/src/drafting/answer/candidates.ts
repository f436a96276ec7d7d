import { isValid } from '../../domain/validity.ts';
import type { IntentShares } from '../learned/intents-of-texts.ts';
import type { IndexedItem } from '../retrieve/indexed-item.ts';
import { featuresOf, nearestOf } from './item-features.ts';
import { likenessWeights, type ViewEvidence } from './read-views.ts';
import { type EvidenceInput, sharedEvidence } from './shared-evidence.ts';
import { type WordUses, type WordWeights, weighWords, wordUsesOf } from './word-weights.ts';

/** One item, with the evidence that it answers the message. */
export interface Candidate {
  readonly item: IndexedItem;
  /** The item's position in the index. */
  readonly at: number;
  /** The number of the item's training phrases. */
  readonly phrases: number;
  readonly features: Float64Array;
  /** The view with the strongest evidence for the item. */
  readonly view: ViewEvidence;
  /**
   * True if the whole message equals one of the item's phrases word for word, and equals no phrase of any other item.
   */
  readonly isTaughtWording: boolean;
  /** For each clause that asks something, the logarithm of the probability that this item answers it. */
  readonly clauses: readonly number[];
  /** The intents of the people who ask for this item; empty if the classifier does not contain the item. */
  readonly intents: IntentShares;
  /** The words of the whole message, in their roles for this item. */
  readonly uses: WordUses;
}

const mostCandidates = 6;

/**
 * Returns the most likely valid items with the evidence for each. The items are ordered by a weighted sum of the scores
 * from the classifier, the word meanings and the phrase index, highest first. Returns at most six items, plus the items
 * in `also`.
 */
export function candidatesOf(input: EvidenceInput, also?: ReadonlySet<string>): Candidate[] {
  const { index, views, places, classifier } = input;
  const [whole] = views;
  if (whole === undefined) return [];
  const counts = Array.from(places, (place) => (place < 0 ? 0 : (classifier?.items[place]?.phrases ?? 0)));
  const average = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const trust = Math.min(1, 0.25 + average / 16);
  const now = whole.question.now;
  const scored = index.items
    .flatMap((item, at) => (isValid(item, now) ? [{ at, ...bestView(views, at, trust) }] : []))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const shared = sharedEvidence(input, scored, average);
  return scored.flatMap(({ at, view, score }, place) => {
    const item = index.items[at];
    if (item === undefined || (place >= mostCandidates && also?.has(item.id) !== true)) return [];
    const rival = scored[place === 0 ? 1 : 0]?.score ?? score - 10;
    const near = nearestOf(input, at, whole);
    const ranked = { item, at, view, place, lead: score - rival, count: counts[at] ?? 0, near };
    const features = featuresOf(input, shared, ranked);
    const clauses = shared.asking.map(({ taught }) => taught[at] ?? 0);
    const intents = classifier?.items[places[at] ?? -1]?.intents ?? {};
    const uses = wordUsesOf(input, item, at, whole.words, near.words);
    return [
      {
        item,
        at,
        phrases: ranked.count,
        features,
        view,
        isTaughtWording: isTaughtWording(whole, at),
        clauses,
        intents,
        uses,
      },
    ];
  });
}

/** Adds the weights of the words to the features of each candidate. */
export function withWordWeights(candidates: readonly Candidate[], model: WordWeights): Candidate[] {
  return candidates.map((candidate) => {
    const features = candidate.features.slice();
    features.set(weighWords(candidate.uses, model), features.length - 2);
    return { ...candidate, features };
  });
}

/** A phrase with fewer words is too ambiguous to identify an item. */
const leastWords = 2;

function isTaughtWording({ words, phrases, nearMisses }: ViewEvidence, at: number): boolean {
  const isSame = (likeness: number | undefined): boolean => (likeness ?? 0) > 0.9999;
  if (words.length < leastWords || !isSame(phrases[at]) || isSame(nearMisses[at])) return false;
  return phrases.every((likeness, other) => other === at || !isSame(likeness));
}

function bestView(views: readonly ViewEvidence[], at: number, trust: number): { view: ViewEvidence; score: number } {
  let best: { view: ViewEvidence; score: number } | undefined;
  for (const view of views) {
    const score =
      trust * (view.taught[at] ?? 0) +
      likenessWeights.text * (view.texts[at] ?? 0) +
      likenessWeights.share * (view.shares[at] ?? 0) +
      likenessWeights.phrase * trust * (view.phrases[at] ?? 0);
    if (best === undefined || score > best.score) best = { view, score };
  }
  if (best === undefined) throw new Error('a message has at least one view');
  return best;
}
