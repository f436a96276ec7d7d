import { type Answer, type LikelyItem, planLogOdds } from '../answer/find-answer.ts';
import { itemFeatures } from '../answer/item-features.ts';
import { asks } from '../answer/views.ts';
import { type Assessment, assessText, judgeItems } from '../assess.ts';
import type { DraftInput } from '../engine.ts';
import type { Check, SecondLook } from './check-form.ts';
import type { Reading, ReadPart } from './reading-form.ts';

/**
 * The features that combine a model's reading with the embedded evidence. The reliability model was trained on the
 * features in this order.
 */
export const readingFeatures = [
  'least item, whole',
  'least item, part',
  'likeliest item, part',
  'likeliest item left out',
  'embedded gate for its items, whole',
  'embedded gate for its items, least part',
  'embedded gate for its own items',
  'same items',
  'share of items in common',
  'items',
  'parts',
  'asking clauses outside its parts',
  'words outside its parts',
  'automatic intents',
  'owner',
  'danger',
  'hazardous intents',
  'unclear',
  'chance of its intent',
  'same intent',
  'courtesy',
  'phrases taught',
  'place of the least item',
  'entities missing',
  'words covered',
  'unknown words',
  'near miss over phrase',
  'check',
  'check of the rival',
] as const;

export interface ReadingEvidence {
  /** The items that the model chose, in the order of the parts. */
  readonly chosen: readonly LikelyItem[];
  /** All items that were considered, most likely first by the embedded evidence. */
  readonly candidates: readonly LikelyItem[];
  /** True if the model and the embedded evidence chose the same items. */
  readonly agrees: boolean;
  /**
   * The embedded probability of the least likely item that the model chose: in the whole message or in the item's part,
   * whichever is higher; 1 if no item was chosen.
   */
  readonly leastItem: number;
  /**
   * True if the message contains the id of an item that the model chose. Fans never see ids, so such a message tries to
   * steer the model.
   */
  readonly isSteered: boolean;
  /** The id of the most likely item that the model left out; null if the model named all candidates. */
  readonly rival: string | null;
  /** Returns the values in the order of `readingFeatures`. */
  features(look: SecondLook): Float64Array;
}

/** Weighs the evidence for a reading in which each part has items. */
export async function weighReading(
  input: DraftInput,
  assessment: Assessment,
  reading: Reading,
): Promise<ReadingEvidence> {
  const { understanding, answer, courtesy } = assessment;
  const ids = [...new Set(reading.parts.flatMap(({ items }) => items))];
  const known = new Set(answer.candidates.map(({ item }) => item.id));
  const { candidates } = ids.every((id) => known.has(id)) ? answer : judgeItems(input, assessment, new Set(ids));
  const chosen = ids.flatMap((id) => candidates.find(({ item }) => item.id === id) ?? []);
  const parts = await Promise.all(
    reading.parts.map((part) => partEvidence(input, assessment, part, { ...answer, candidates })),
  );
  const chances = chosen.map(({ item, probability }) =>
    Math.max(probability, ...parts.map(({ chances: own }) => own.get(item.id) ?? 0)),
  );
  const least = chosen.toSorted((a, b) => a.probability - b.probability)[0];
  const first = chosen.toSorted((a, b) => b.probability - a.probability);
  const alone = new Set(answer.chosen.map(({ item }) => item.id));
  const common = ids.filter((id) => alone.has(id)).length;
  const agrees = common === ids.length && common === alone.size;
  const { whole, danger, tokens, clauses } = understanding;
  const chanceOf = (name: string): number => whole.intents.find(({ intent }) => intent === name)?.score ?? 0;
  const isRead = (start: number, end: number): boolean =>
    reading.parts.some((part) => Math.min(end, part.end) - Math.max(start, part.start) > (end - start) / 2);
  const own = (name: (typeof itemFeatures)[number]): number => least?.features[itemFeatures.indexOf(name)] ?? 0;
  const leastItem = Math.min(1, ...chances);
  const wholeGate = chosen.length === 0 ? -6 : planLogOdds(first, candidates);
  const values = [
    least?.probability ?? 0,
    leastItem,
    Math.max(0, ...chances),
    Math.max(0, ...candidates.filter((one) => !chosen.includes(one)).map(({ probability }) => probability)),
    wholeGate,
    Math.min(...parts.map(({ gate }) => gate), parts.length === 0 ? wholeGate : Number.POSITIVE_INFINITY),
    answer.probability,
    agrees ? 1 : 0,
    common / Math.max(1, ids.length + alone.size - common),
    ids.length,
    reading.parts.length,
    clauses.filter((clause) => asks(clause) && !isRead(clause.start, clause.end)).length,
    tokens.filter(({ start, end }) => !isRead(start, end)).length / Math.max(1, tokens.length),
    whole.automatic,
    whole.owner,
    danger,
    whole.hazardous,
    chanceOf('unclear'),
    chanceOf(reading.intent),
    whole.intents[0]?.intent === reading.intent ? 1 : 0,
    courtesy.kind === 'none' ? 0 : courtesy.probability,
    own('phrases taught'),
    least === undefined ? 9 : candidates.indexOf(least),
    own('entities missing'),
    own('words covered, view'),
    own('unknown words'),
    own('near miss over phrase'),
  ];
  return {
    chosen,
    candidates,
    agrees,
    leastItem,
    isSteered: ids.some((id) => isMadeUp.test(id) && input.message.toLowerCase().includes(id.toLowerCase())),
    rival: candidates.find((one) => !chosen.includes(one))?.item.id ?? null,
    features: ({ check, rival }) => Float64Array.from([...values, checkValue(check), checkValue(rival)]),
  };
}

/**
 * Matches an id that nobody writes by accident: an id of at least four characters, with a letter and with a digit or a
 * sign.
 */
const isMadeUp = /^(?=.*\p{L})(?=.*[\d_:.-]).{4,}$/u;

const checkValues: Readonly<Record<Check, number>> = { no: 1, partly: 2, fully: 3 };

function checkValue(check: Check | null): number {
  return check === null ? 0 : checkValues[check];
}

/** Scores one part by itself. A part that is the whole message has already been scored. */
async function partEvidence(
  input: DraftInput,
  { index, ownNames, understanding }: Assessment,
  { start, end, items }: ReadPart,
  whole: Answer,
) {
  const tokens = understanding.tokens;
  const isWhole = start <= (tokens[0]?.start ?? 0) && end >= (tokens.at(-1)?.end ?? 0);
  const { candidates } = isWhole
    ? whole
    : (await assessText(input, index, ownNames, input.message.slice(start, end), new Set(items))).answer;
  const own = candidates.filter(({ item }) => items.includes(item.id));
  return {
    chances: new Map(own.map(({ item, probability }) => [item.id, probability])),
    gate: own.length === 0 ? -6 : planLogOdds(own, candidates),
  };
}
