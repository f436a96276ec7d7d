import { intentAgreement } from '../learned/intents-of-texts.ts';
import { type SoftCoverage, softCoverage, unitVectorsOf } from '../meaning/soft-coverage.ts';
import { contradicts, uncoveredEntities } from '../retrieve/covers.ts';
import type { Entities } from '../retrieve/entities.ts';
import type { IndexedItem } from '../retrieve/indexed-item.ts';
import type { NearestTaught } from './phrase-meanings.ts';
import type { ViewEvidence } from './read-views.ts';
import type { EvidenceInput, SharedEvidence } from './shared-evidence.ts';
import { wordEvidence } from './word-evidence.ts';

/** The names of an item's features. The trees were trained on the features in this order. */
export const itemFeatures = [
  'taught, whole',
  'taught lead, whole',
  'taught, best view',
  'taught lead, best view',
  'nearest phrase',
  'nearest phrase lead',
  'nearest near miss',
  'nearest near miss of any item',
  'near miss over phrase',
  'lead over own near misses, whole',
  'lead over own near misses, view',
  'phrases taught',
  'phrases taught on average',
  'words covered, view',
  'words covered, whole',
  'unknown words',
  'unknown words, number',
  'rarest word not covered',
  'rarest word not in the text',
  'words not covered',
  'rarest word of another item',
  'rarest word not covered, whole',
  'entities missing',
  'entity contradicts',
  'place missing',
  'entities named',
  'kind of answer missing',
  'kind of answer fits',
  'intent fits',
  'automatic intents',
  'owner',
  'danger',
  'hazardous intents',
  'intent certainty',
  'praise',
  'unclear',
  'clauses',
  'asking clauses',
  'words',
  'share of the words',
  'is a request',
  'points back',
  'in a thread',
  'best view is the thread',
  'place',
  'lead over the next',
  'spread of the classifier',
  'is an offer',
  'share of the name',
  'values shared',
  'clauses that others answer',
  'least likely clause',
  'nearest phrase in meaning',
  'nearest near miss in meaning',
  'near miss over phrase in meaning',
  'nearest phrase in meaning, whole',
  'meaning of the text',
  'meaning of the text, whole',
  'meaning of the text, lead',
  'words of the text, whole',
  'words of the text, lead, whole',
  'words of the text, lead',
  'words covered in meaning',
  'rarest word not covered in meaning',
  'words covered in meaning, whole',
  'rarest word not covered in meaning, whole',
  'weights of the words',
  'weights of the words that are lacking',
] as const;

/** A likely item with its rank among the others. */
export interface RankedItem {
  readonly item: IndexedItem;
  /** The item's position in the index. */
  readonly at: number;
  /** The view with the strongest evidence for the item. */
  readonly view: ViewEvidence;
  /** 0 for the likeliest item. */
  readonly place: number;
  /** The difference between the item's score and the best score among the other items. */
  readonly lead: number;
  /** The number of the item's training phrases. */
  readonly count: number;
  /** The phrase and the near miss of the item that are nearest to the whole message. */
  readonly near: NearestTaught;
}

/** Returns the features of one item, in the order of `itemFeatures`, except for the words' weights. */
export function featuresOf(
  input: EvidenceInput,
  shared: SharedEvidence,
  { item, at, view, place, lead, count, near: wideNear }: RankedItem,
): Float64Array {
  const { index, views, understanding } = input;
  const { whole } = shared;
  const most = (pick: (one: ViewEvidence) => number): number => Math.max(...views.map(pick));
  const phrase = most(({ phrases }) => phrases[at] ?? 0);
  const miss = most(({ nearMisses }) => nearMisses[at] ?? 0);
  const words = wordEvidence(input, item, at, view);
  const wide = view === whole ? words : wordEvidence(input, item, at, whole);
  const near = view === whole ? wideNear : nearestOf(input, at, view);
  const soft = softly(item, view, near);
  const wideSoft = view === whole ? soft : softly(item, whole, wideNear);
  const { question } = view;
  const { items = [] } = input.classifier ?? {};
  const taughtIntents = items[input.places[at] ?? -1]?.intents;
  const missing = uncoveredEntities(item, question.entities, {
    now: question.now,
    intent: question.intent,
    home: index.home,
  });
  return Float64Array.of(
    whole.taught[at] ?? 0,
    leadOf(whole.taught, at, 8),
    most(({ taught }) => taught[at] ?? 0),
    most(({ taught }) => leadOf(taught, at, 8)),
    phrase,
    most(({ phrases }) => leadOf(phrases, at, 1)),
    miss,
    shared.anyNearMiss,
    miss - phrase,
    whole.leads[at] ?? 0,
    view.leads[at] ?? 0,
    Math.log(1 + count),
    Math.log(1 + shared.average),
    words.covered,
    wide.covered,
    words.unknown,
    words.unknownCount,
    words.rarest,
    words.rarestOfText,
    words.uncovered,
    words.rarestOfOthers,
    wide.rarest,
    missing.length,
    missing.some((kind) => contradicts(kind, item)) ? 1 : 0,
    missing.includes('places') ? 1 : 0,
    question.entities.at.size,
    question.needed.length > 0 && !question.needed.some((kind) => item.answers.has(kind)) ? 1 : 0,
    question.wanted.some((kind) => item.answers.has(kind)) ? 1 : 0,
    intentAgreement(understanding.whole.intents, taughtIntents ?? item.intents),
    understanding.whole.automatic,
    understanding.whole.owner,
    understanding.danger,
    understanding.whole.hazardous,
    understanding.whole.intents[0]?.score ?? 0,
    shared.praise,
    shared.unclear,
    shared.clauses,
    shared.asked,
    whole.words.length,
    view.words.length / Math.max(1, whole.words.length),
    view.view.clause?.act === 'request' ? 1 : 0,
    shared.pointsBack,
    shared.isThread,
    view.view.kind === 'thread' ? 1 : 0,
    place,
    Math.max(-10, Math.min(10, lead)),
    shared.spread,
    item.kind === 'offer' ? 1 : 0,
    nameShare(item, whole),
    valuesShared(item.entities, question.entities),
    shared.tops.filter((top) => top !== at).length,
    Math.min(0, ...shared.asking.map(({ taught }) => taught[at] ?? 0)),
    near.phrase,
    near.nearMiss,
    near.nearMiss - near.phrase,
    wideNear.phrase,
    view.texts[at] ?? 0,
    whole.texts[at] ?? 0,
    leadOf(view.texts, at, 2, -1),
    whole.shares[at] ?? 0,
    leadOf(whole.shares, at, 1),
    leadOf(view.shares, at, 1),
    soft.covered,
    soft.rarest,
    wideSoft.covered,
    wideSoft.rarest,
    // `withWordWeights` sets the last two features.
    0,
    0,
  );
}

/** Returns the share of an offer's name that a view contains, 0 to 1; 0 for a fact. */
function nameShare({ nameWords }: IndexedItem, { words }: ViewEvidence): number {
  return nameWords.length === 0 ? 0 : nameWords.filter((word) => words.includes(word)).length / nameWords.length;
}

const comparedValues = ['places', 'weekdays', 'months', 'sizes', 'numbers'] as const;

/** Returns how many of the values in the question the item contains, at most 2. */
function valuesShared(stated: Entities, asked: Entities): number {
  let shared = 0;
  if (asked.at.size > 0)
    for (const kind of comparedValues) {
      const own: ReadonlySet<string | number> = stated[kind];
      for (const value of asked[kind]) if (own.has(value)) shared += 1;
    }
  return Math.min(2, shared);
}

/** Returns the item's phrase and near miss that are nearest in meaning to a view. */
export function nearestOf({ classifier, places }: EvidenceInput, at: number, { meaning }: ViewEvidence): NearestTaught {
  const place = places[at] ?? -1;
  return classifier === null || place < 0 ? { phrase: 0, nearMiss: 0, words: [] } : classifier.nearest(place, meaning);
}

/** Returns how much of a view is covered by its nearest phrase and by the approved text. Grammar words do not count. */
function softly(item: IndexedItem, { asked }: ViewEvidence, near: NearestTaught): SoftCoverage {
  return softCoverage(asked, unitVectorsOf([...item.words, ...near.words]));
}

/**
 * Returns the difference between a value and the maximum of `least` and the other values, limited to the range from
 * -`bound` to `bound`.
 */
function leadOf(values: Float64Array, at: number, bound: number, least = Number.NEGATIVE_INFINITY): number {
  let best = least;
  for (let other = 0; other < values.length; other++) if (other !== at) best = Math.max(best, values[other] ?? 0);
  return Math.max(-bound, Math.min(bound, (values[at] ?? 0) - best));
}
