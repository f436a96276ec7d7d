import type { Persona } from '../src/domain/persona.ts';
import type { Candidate } from '../src/drafting/answer/candidates.ts';
import { gatherCandidates } from '../src/drafting/answer/find-answer.ts';
import { readClassifier } from '../src/drafting/answer/taught-classifier.ts';
import { teachingOf } from '../src/drafting/answer/teaching.ts';
import { trainClassifier } from '../src/drafting/answer/train-classifier.ts';
import { namesIn } from '../src/drafting/assess.ts';
import { type PastHazard, pastHazards } from '../src/drafting/decide/past-hazards.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { readyIndex } from '../src/drafting/retrieve/persona-index.ts';
import { wordIdOf } from '../src/drafting/text/word-ids.ts';
import { type Understanding, understand } from '../src/drafting/understand/understand.ts';
import { everydayCases, withUnseenTalk } from './everyday-cases.ts';
import { joinedCases } from './joined-cases.ts';
import type { LabelledCase } from './read-cases.ts';
import { part, readTeaching, type Teaching, type TeachingLevel, taughtPersona } from './read-teaching.ts';

/** A labelled message with the evidence that the engine gathers for it at one level of teaching. */
export interface AnswerCase {
  readonly creator: string;
  readonly level: TeachingLevel | null;
  readonly one: LabelledCase;
  /** Facts and offers that a right answer uses; empty if the creator must answer, or a courtesy does. */
  readonly right: ReadonlySet<string>;
  readonly candidates: readonly Candidate[];
  /**
   * True for a phrase left out of training and used as a message, for a case joined from two messages, and for a copy
   * of a case with small talk or in a thread. Such cases train the trees with a low weight, and are never counted.
   */
  readonly isExtra: boolean;
  readonly understanding: Understanding;
  readonly past: readonly PastHazard[];
}

/** Null if there is no classifier yet. */
export type Level = TeachingLevel | null;

/**
 * Gathers the evidence for all cases of these creators, at each level that `levelsOf` returns for the creator's amount
 * of teaching. Optionally includes cases made from the teaching and from other messages.
 */
export async function answerCases(
  cases: readonly LabelledCase[],
  levelsOf: (most: TeachingLevel) => readonly Level[],
  progress: (creator: string) => void = () => {},
  withExtras = true,
): Promise<AnswerCase[]> {
  const found: AnswerCase[] = [];
  for (const [creator, own] of Map.groupBy(cases, ({ author, profile }) => `${author}/${profile}`)) {
    const [first] = own;
    if (first === undefined) continue;
    const teaching = readTeaching(first.author).get(first.profile) ?? new Map();
    const counts = [...teaching.values()];
    const most = {
      phrases: Math.max(0, ...counts.map(({ aliases }) => aliases.length)),
      nearMisses: Math.max(0, ...counts.map(({ nearMisses }) => nearMisses.length)),
    };
    const understood = new Map<LabelledCase, Understanding>();
    for (const level of levelsOf(most)) {
      const persona = level === null ? { ...first.input.persona } : taughtPersona(first.input.persona, teaching, level);
      const judge = await judgeOf(persona, level === null);
      const seed = own.length + (level?.phrases ?? 0);
      const extra = level === null || !withExtras ? [] : [...joinedCases(own, seed), ...everydayCases(own, seed)];
      for (const one of [...own, ...extra]) {
        const understanding = understood.get(one) ?? (await understandCase(one, persona));
        understood.set(one, understanding);
        found.push({
          creator,
          level,
          one,
          right: new Set(one.risk === 'safe' ? one.items.filter((id) => !id.startsWith('ph_')) : []),
          candidates: judge(one, understanding),
          understanding,
          past: await pastHazards(one.input.history),
          isExtra: extra.includes(one),
        });
      }
      if (withExtras && level !== null && level.phrases >= leastHeldOut && level.phrases !== 36)
        found.push(...(await heldOutTeaching(creator, first, teaching, level)));
    }
    progress(creator);
  }
  return found;
}

/**
 * At this many phrases per item and above, two fifths of the phrases and near misses are left out, and some of them are
 * used as messages.
 */
const leastHeldOut = 16;
const heldOutOfItem = 10;

async function heldOutTeaching(
  creator: string,
  first: LabelledCase,
  teaching: Teaching,
  level: TeachingLevel,
): Promise<AnswerCase[]> {
  const kept = { phrases: Math.floor(level.phrases * 0.6), nearMisses: Math.floor(level.nearMisses * 0.6) };
  const judge = await judgeOf(taughtPersona(first.input.persona, teaching, kept), false);
  const dice = createDice(level.phrases);
  const found: AnswerCase[] = [];
  for (const [id, { aliases, nearMisses }] of teaching) {
    const phrases = part(aliases, aliases.length, 11).slice(kept.phrases).slice(0, heldOutOfItem);
    const near = part(nearMisses, nearMisses.length, 12).slice(kept.nearMisses).slice(0, heldOutOfItem);
    for (const [at, phrase] of [...phrases, ...near].entries()) {
      const isRight = at < phrases.length;
      const message = dice.below(2) === 0 ? phrase : withUnseenTalk(phrase, first.input.displayName, dice);
      const input = { ...first.input, message, history: [] };
      const one: LabelledCase = {
        author: first.author,
        profile: first.profile,
        message,
        intent: '',
        risk: isRight ? 'safe' : 'review',
        items: isRight ? [id] : [],
        input,
      };
      const understanding = await understandCase(one, first.input.persona);
      found.push({
        creator,
        level,
        one,
        right: new Set(one.items),
        candidates: judge(one, understanding),
        understanding,
        past: [],
        isExtra: true,
      });
    }
  }
  return found;
}

async function judgeOf(persona: Persona, isBare: boolean) {
  const index = await readyIndex(persona);
  const items = teachingOf(persona);
  const hashes = new Map(items.map(({ id, hash }) => [id, hash]));
  const classifier = isBare ? null : readClassifier(trainClassifier(items).bytes);
  const hashOf = (id: string): string => hashes.get(id) ?? '';
  return ({ input: { history, now, displayName } }: LabelledCase, understanding: Understanding): Candidate[] => {
    const names = new Set(Array.from(namesIn(displayName), wordIdOf));
    return gatherCandidates({ understanding, index, classifier, hashOf, history, now, names });
  };
}

async function understandCase({ input }: LabelledCase, persona: Persona): Promise<Understanding> {
  const index = await readyIndex(persona);
  const names = namesIn(input.displayName);
  return understand(
    input.message,
    persona.languages ?? ['en'],
    (word) => names.has(word) || index.words.has(wordIdOf(word)),
  );
}
