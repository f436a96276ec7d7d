import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import { chatWords, everydayWords, fillerWords } from '../text/lexicon.ts';
import { readWords } from '../text/read-lexicon.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { associationsIn } from '../topics/associations.ts';
import { type TopicView, topicModel, viewOf } from '../topics/topic-model.ts';
import type { AnswerKind } from './answer-kinds.ts';
import { asksFor, likelyAnswers } from './asks-for.ts';
import { contentOf } from './content-words.ts';
import { type Entities, entitiesOf } from './entities.ts';
import type { PersonaIndex } from './persona-index.ts';
import { meaningOf } from './synonyms.ts';

/** A part of a message that asks a question, prepared for the comparison with approved items. */
export interface ReadQuestion {
  readonly intent: Intent;
  readonly now: EpochMs;
  /** Stems of the question's content words, with synonyms merged and entities left out. */
  readonly meanings: readonly string[];
  readonly entities: Entities;
  /**
   * `needed`: the kinds of answer that the words ask for; an item must contain one of them. `wanted`: the same, or the
   * probable kinds if the words ask for none.
   */
  readonly needed: readonly AnswerKind[];
  readonly wanted: readonly AnswerKind[];
  readonly notions: ReadonlySet<number>;
  readonly topics: TopicView;
}

/** Question words that no fact repeats. */
const frameWords = new Set(readWords('questions', 'framing'));

/**
 * Reads the question in tokens[from, to). The topic model caches its result for the latest tokens, so several stretches
 * of one message cost little.
 */
export function readQuestion(
  index: PersonaIndex,
  tokens: readonly Token[],
  from: number,
  to: number,
  intent: Intent,
  now: EpochMs,
): ReadQuestion {
  const list = tokens.slice(from, to);
  const entities = entitiesOf(list);
  const needed = asksFor(list);
  return {
    intent,
    now,
    meanings: meaningsOf(index, list, entities),
    entities,
    needed,
    wanted: needed.length > 0 ? needed : likelyAnswers(intent),
    notions: associationsIn(list.map((token) => readingOf(index, token))),
    topics: viewOf(topicModel().chances(tokens, from, to)),
  };
}

function meaningsOf(index: PersonaIndex, list: readonly Token[], entities: Entities): string[] {
  const meanings = new Set<string>();
  for (const { at, token } of contentOf(list)) {
    if (entities.at.has(at)) continue;
    const word = readingOf(index, token);
    const stemmed = stem(word);
    const isOwn = index.vocabulary.has(stemmed) && !chatWords.has(word);
    if (!isOwn && (fillerWords.has(word) || frameWords.has(word))) continue;
    meanings.add(meaningOf(stemmed));
  }
  return [...meanings];
}

/**
 * Returns the creator's own word if a reading of the token or a typo correction leads to it; otherwise an everyday
 * word; otherwise the token's last reading.
 */
function readingOf(index: PersonaIndex, token: Token): string {
  if (index.vocabulary.has(stem(token.word)) || everydayWords.has(token.word)) return token.word;
  return (
    token.forms.find((form) => index.vocabulary.has(stem(form))) ??
    token.forms.find((form) => everydayWords.has(form)) ??
    index.spell(token.word) ??
    token.forms.at(-1) ??
    token.word
  );
}
