import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import { chatWords, everydayWords, fillerWords, weakWords } from '../text/lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { asksFor } from './asks-for.ts';
import { bm25 } from './bm25.ts';
import { uncoveredEntities } from './covers.ts';
import { entitiesOf } from './entities.ts';
import { contentOf, type IndexedItem, isValid, type PersonaIndex } from './persona-index.ts';

/** One item's claim to answer a clause. `lack` names what keeps it from being sent without the creator; '' when nothing does. */
export interface Candidate {
  readonly item: IndexedItem;
  /** 0 to 1: how much of the question the item speaks of, and how strongly. */
  readonly score: number;
  readonly coverage: number;
  /** It is nearly one of the ways that fans ask this, or shares more than one telling word. */
  readonly isPlain: boolean;
  readonly lack: '' | 'floor' | 'entity' | 'answer' | 'word' | 'margin';
}

/** An item below the floor is no answer; one that is not ahead by the margin is a guess. */
export const retrievalFloor = 0.5;
export const retrievalMargin = 0.08;

export interface Question {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  readonly intent: Intent;
  /** Words that an earlier clause or message supplies: "how much is it?" after a named thing. */
  readonly context: readonly Token[];
  readonly now: EpochMs;
}

/** Approved items that are valid now, best first, at most five. Ties keep the order of the persona. */
export function retrieve(index: PersonaIndex, question: Question): Candidate[] {
  const list = [...question.tokens.slice(question.from, question.to), ...question.context];
  const entities = entitiesOf(list);
  const content = contentOf(list).filter(
    (word) => !entities.at.has(word.at) && !fillerWords.has(word.token.word) && !frameWords.has(word.token.word),
  );
  const names = contentOf(list).filter(
    (word) => !entities.at.has(word.at) && !chatWords.has(word.token.word) && index.vocabulary.has(word.stem),
  );
  const asked = [...new Map([...content, ...names].map((word) => [word.at, word])).values()].sort(
    (a, b) => a.at - b.at,
  );
  const wanted = asksFor(list, question.intent);
  const ranked = index.items
    .filter((item) => isValid(item, question.now))
    .map((item) => ({ item, ...match(item, index, asked, question.intent) }))
    .map((found) => ({ ...found, isWeak: found.alias < 0.95 && !asked.some((word) => isTelling(word, found.item)) }))
    .filter((candidate) => candidate.score > 0.15)
    .sort((a, b) => b.score - a.score)
    .slice(0, 5);
  const judged = ranked.map(({ item, score, coverage, alias, isWeak }): Candidate => {
    const lack = isWeak ? 'floor' : lackOf(item, score, coverage);
    const telling = new Set(asked.filter((word) => isTelling(word, item)).map((word) => word.meaning)).size;
    return { item, score: round(score), coverage: round(coverage), lack, isPlain: alias >= 0.75 || telling > 1 };
  });
  return withMargin(judged);

  function lackOf(item: IndexedItem, score: number, coverage: number): Candidate['lack'] {
    if (score < retrievalFloor || coverage < 0.45) return 'floor';
    if (uncoveredEntities(item, entities, question).length > 0) return 'entity';
    if (counted(list).some((word) => !item.meanings.has(word))) return 'word';
    if (asked.some((word) => isForeign(word, item, index, question.intent))) return 'word';
    if (!suits(item, question.intent) || !satisfies(item)) return 'answer';
    return '';
  }

  function satisfies(item: IndexedItem): boolean {
    if (wanted.length === 0 || wanted.some((kind) => item.answers.has(kind))) return true;
    // "Is the bowl available in sand?" is answered by a text that names sand.
    return (
      wanted.includes('stock') &&
      asked.some(
        (word) =>
          item.meanings.has(word.meaning) &&
          !item.name.has(word.meaning) &&
          frameOf.availability?.has(word.meaning) !== true,
      )
    );
  }
}

/** A word of the question that neither the item nor everyday talk accounts for: it may be what makes the answer wrong. */
function isForeign(
  word: { stem: string; meaning: string; token: Token },
  item: IndexedItem,
  index: PersonaIndex,
  intent: Intent,
): boolean {
  if (item.meanings.has(word.meaning) || item.stems.has(word.stem)) return false;
  if (frameOf[intent]?.has(word.meaning) === true) return false;
  if (index.vocabulary.has(word.stem))
    return !(policyIntents.has(intent) || (item.isUniversal && index.products.has(word.meaning)));
  return !(intent === 'content_request' ? everydayWords : fillerWords).has(word.token.word);
}

/** A word that few matters share, and that the item has too. */
function isTelling(word: { stem: string; meaning: string; token: Token }, item: IndexedItem): boolean {
  return item.meanings.has(word.meaning) && !weakWords.has(word.token.word) && word.meaning !== '~buy';
}

/** What "how many" counts must itself stand in the answer. */
function counted(list: readonly Token[]): string[] {
  const at = list.findIndex((token, place) => token.word === 'many' && list[place - 1]?.word === 'how');
  return at < 0 ? [] : contentOf(list, at + 1, at + 2).map((word) => word.meaning);
}

/** An item of another matter is no answer, however many words it shares. */
function suits(item: IndexedItem, intent: Intent): boolean {
  if (intent === 'purchase') return item.kind === 'offer' || item.answers.has('link') || item.intents.has('purchase');
  return !ownMatters.has(intent) || item.intents.has(intent);
}

const ownMatters = new Set<Intent>([
  'shipping',
  'refund',
  'giveaway',
  'billing',
  'personal',
  'legal',
  'access_problem',
  'booking',
  'schedule',
  'content_request',
]);

/** Where a rule of the house answers for all things the creator sells. */
const policyIntents = new Set<Intent>(['shipping', 'refund', 'billing', 'legal', 'purchase', 'content_request']);

/** The words that only say which kind of question it is. */
const frameOf: Partial<Record<Intent, ReadonlySet<string>>> = {
  shipping: new Set(['~ship', '~price', '~buy']),
  pricing: new Set(['~price', '~buy']),
  purchase: new Set(['~buy', '~shop', '~website', '~pay']),
  availability: new Set(['~stock', '~buy']),
  refund: new Set(['~refund', '~buy', '~size', 'break', 'like', 'polici', 'process']),
  booking: new Set(['~book', '~commission']),
  schedule: new Set(['~schedule', '~release', '~last']),
  access_problem: new Set(['~login', '~website', '~download', 'broken', 'work', 'issu', 'problem']),
};

/** Words of asking that no fact repeats. */
const frameWords = new Set(
  'use used using recommend explain kind type brand sort exactly question curious wondering possible offer offers provide accept accepted currently planning plan available tell happen happens mean means sell selling sells'.split(
    ' ',
  ),
);

function match(
  item: IndexedItem,
  index: PersonaIndex,
  asked: readonly { stem: string; meaning: string }[],
  intent: Intent,
): { score: number; coverage: number; alias: number } {
  const meanings = [...new Set(asked.map((word) => word.meaning))];
  if (meanings.length === 0) return { score: 0, coverage: 0, alias: 0 };
  let total = 0;
  let covered = 0;
  for (const meaning of meanings) {
    const rarity = Math.log(1 + index.items.length / (0.5 + (index.frequency.get(meaning) ?? 0)));
    const weight = index.frequency.has(meaning) ? rarity : Math.min(rarity, 1.2);
    total += weight;
    if (item.meanings.has(meaning)) covered += weight;
  }
  const coverage = covered / total;
  const alias = bestAlias(item, meanings);
  const lexical = bm25(item, index, meanings);
  const intentFit = item.intents.has(intent)
    ? 0.2
    : item.intents.size === 0 || intent === 'content_question' || intent === 'content_request'
      ? 0.08
      : 0;
  const parts = [...item.name];
  const head = parts.at(-1);
  // Half a name is no name: "a new kiln" is not the Kiln Club.
  if (
    parts.length > 1 &&
    head !== undefined &&
    !meanings.includes(head) &&
    meanings.every((meaning) => !item.meanings.has(meaning) || item.name.has(meaning))
  )
    return { score: 0, coverage: 0, alias: 0 };
  const name = item.name.size > 0 && [...item.name].every((part) => meanings.includes(part)) ? 0.1 : 0;
  const score = Math.min(1, 0.35 * coverage + 0.15 * lexical + 0.3 * alias + intentFit + name);
  return {
    score: covered === 0 ? Math.min(score, 0.2) : score,
    coverage: Math.max(coverage, alias >= 0.75 ? alias : 0),
    alias,
  };
}

/** How nearly the question is one of the ways that fans ask this: shared meanings over all meanings of both. */
function bestAlias(item: IndexedItem, meanings: readonly string[]): number {
  let best = 0;
  for (const alias of item.aliases) {
    const shared = meanings.filter((meaning) => alias.has(meaning)).length;
    if (shared > 0) best = Math.max(best, (2 * shared) / (alias.size + meanings.length));
  }
  return best;
}

function withMargin(candidates: readonly Candidate[]): Candidate[] {
  const usable = candidates.filter((candidate) => candidate.lack === '');
  const [first, second] = usable;
  if (first === undefined) return [...candidates];
  const tooClose = second !== undefined && first.score - second.score < retrievalMargin;
  return [{ ...first, lack: tooClose ? 'margin' : '' }, ...candidates.filter((candidate) => candidate !== first)];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
