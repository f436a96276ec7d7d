import { setImmediate } from 'node:timers/promises';
import type { StageEnd } from '../domain/measures.ts';
import { type Answer, findAnswer } from './answer/find-answer.ts';
import { itemHashesOf } from './answer/teaching.ts';
import { type PastHazard, pastHazards } from './decide/past-hazards.ts';
import type { DraftInput } from './engine.ts';
import { type PersonaIndex, readyIndex } from './retrieve/persona-index.ts';
import { normalise } from './text/normalise.ts';
import { tokens } from './text/tokens.ts';
import { wordIdOf } from './text/word-ids.ts';
import { type Courtesy, courtesyOf } from './understand/courtesy.ts';
import { type Understanding, understand } from './understand/understand.ts';

/** All evidence that the embedded readers find in a message, without a decision. */
export interface Assessment {
  readonly index: PersonaIndex;
  /** The words of the creator's name. */
  readonly ownNames: ReadonlySet<string>;
  readonly understanding: Understanding;
  readonly answer: Answer;
  readonly courtesy: Courtesy;
  readonly past: readonly PastHazard[];
}

/** Texts with more characters than this are read with a pause in which the event loop can do other work. */
const longText = 300;
const none: ReadonlySet<string> = new Set();

/** Reads a message and its thread. The function is pure: the same input gives the same evidence. */
export async function assess(input: DraftInput, stageEnded?: StageEnd): Promise<Assessment> {
  const index = await readyIndex(input.persona);
  const ownNames = namesIn(input.displayName);
  const { understanding, answer } = await assessText(input, index, ownNames, input.message, none, stageEnded);
  const courtesy = courtesyOf(understanding);
  return { index, ownNames, understanding, answer, courtesy, past: await pastHazards(input.history) };
}

/** Returns the words of a creator's name. */
export function namesIn(displayName: string): ReadonlySet<string> {
  return new Set(tokens(normalise(displayName)).map(({ word }) => word));
}

/** Scores a text in place of the message. Items in `also` are scored regardless of their probability. */
export async function assessText(
  { persona, history, now, classifier = null }: DraftInput,
  index: PersonaIndex,
  ownNames: ReadonlySet<string>,
  text: string,
  also: ReadonlySet<string>,
  stageEnded?: StageEnd,
): Promise<Pick<Assessment, 'understanding' | 'answer'>> {
  const isOwn = (word: string): boolean => ownNames.has(word) || index.words.has(wordIdOf(word));
  const understanding = await understand(text, persona.languages ?? ['en'], isOwn);
  stageEnded?.('understanding');
  // Reading a long message takes milliseconds. The pause lets the event loop handle other requests' input.
  if (text.length > longText) await setImmediate();
  const answer = judgeItems({ persona, history, now, classifier }, { index, ownNames, understanding }, also);
  stageEnded?.('retrieval');
  return { understanding, answer };
}

/** Scores a persona's items for an understood message. */
export function judgeItems(
  { persona, history, now, classifier = null }: Pick<DraftInput, 'persona' | 'history' | 'now' | 'classifier'>,
  { index, ownNames, understanding }: Pick<Assessment, 'index' | 'ownNames' | 'understanding'>,
  also: ReadonlySet<string>,
): Answer {
  const hashes = itemHashesOf(persona);
  const names = new Set(Array.from(ownNames, wordIdOf));
  const hashOf = (id: string): string => hashes.get(id) ?? '';
  return findAnswer({ understanding, index, classifier, hashOf, history, now, names, also });
}
