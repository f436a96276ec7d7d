import { createDice } from '../src/drafting/learned/dice.ts';
import { firstTalk, type TalkKind, talkKinds } from '../src/drafting/learned/heads.ts';
import { clauses } from '../src/drafting/understand/clauses.ts';
import { read } from '../src/drafting/understand/read.ts';
import type { LabelledCase } from './read-cases.ts';
import type { LabelledMessage } from './read-messages.ts';
import type { SmallTalk } from './small-talk.ts';
import { featuresOfText, type UnderstandingExample, within } from './understanding-examples.ts';

export interface TalkSources {
  readonly talk: SmallTalk;
  readonly cases: readonly LabelledCase[];
  readonly messages: readonly LabelledMessage[];
  /** Questions that creators' items answer, or nearly answer. */
  readonly questions: readonly string[];
}

/** The maximum number of words in a stretch of a question that is an example of what is not small talk. */
const mostWords = 8;
/** One question in this many also gives stretches in which small talk and a part of the question meet. */
const oneMixed = 4;

/**
 * Returns the examples for small talk. Asides are told from remarks that may change the answer, and from statements in
 * messages that the creator must answer. Openers and closers are told from the beginnings and the ends of questions.
 */
export function talkExamples({ talk, cases, messages, questions }: TalkSources): UnderstandingExample[] {
  const dice = createDice(13);
  const phrases = [...talk.openers, ...talk.closers].filter((text) => text.split(' ').length > 2);
  const statements = [
    ...talk.remarks,
    ...cases.filter(({ risk }) => risk !== 'safe').map(({ message }) => message),
    ...messages.filter(({ intent }) => !['greeting', 'praise', 'unclear'].includes(intent)).map(({ text }) => text),
    ...questions,
  ];
  const pick = (list: readonly string[]): string => list[dice.below(list.length)] ?? '';
  const edges = [
    ...questions,
    ...cases.filter(({ risk }) => risk === 'safe').map(({ message }) => message),
    ...talk.remarks,
  ].flatMap((question): UnderstandingExample[] => {
    const size = 1 + dice.below(mostWords);
    const { words } = featuresOfText(question);
    if (words <= size) return [];
    const mixed =
      dice.below(oneMixed) > 0
        ? []
        : [
            example(`${pick(talk.openers)} ${firstWords(question, 1 + dice.below(4))}`, 'opener', false),
            example(`${lastWords(question, 1 + dice.below(4))} ${pick(talk.closers)}`, 'closer', false),
          ];
    return [stretch(question, 0, size, 'opener'), stretch(question, words - size, words, 'closer'), ...mixed];
  });
  return [
    ...[...talk.asides, ...phrases].flatMap((text) => asideExamples(text, true)),
    ...statements.flatMap((text) => asideExamples(text, false)),
    ...talk.openers.map((text) => example(text, 'opener', true)),
    ...talk.closers.map((text) => example(text, 'closer', true)),
    ...edges,
  ];
}

/** Returns the clauses of a text that ask nothing, and the whole text if it has several clauses. */
function asideExamples(text: string, isAside: boolean): UnderstandingExample[] {
  const { normal, tokens } = read(text);
  const all = clauses(normal, tokens);
  const parts = all.filter(({ isAsked }) => !isAsked).map(({ from, to }) => stretch(text, from, to, 'aside', isAside));
  return all.length > 1 && parts.length > 0 ? [...parts, example(text, 'aside', isAside)] : parts;
}

function stretch(text: string, from: number, to: number, kind: TalkKind, isTalk = false): UnderstandingExample {
  return exampleOf(within(featuresOfText(text), from, to), kind, isTalk);
}

function example(text: string, kind: TalkKind, isTalk: boolean): UnderstandingExample {
  return exampleOf(featuresOfText(text), kind, isTalk);
}

function exampleOf(features: UnderstandingExample['features'], kind: TalkKind, isTalk: boolean): UnderstandingExample {
  return {
    features,
    positive: new Set(isTalk ? [firstTalk + talkKinds.indexOf(kind)] : []),
    teaches: { intents: false, owner: false, acts: false },
    only: kind,
  };
}

function firstWords(text: string, count: number): string {
  return text.split(' ').slice(0, count).join(' ');
}

function lastWords(text: string, count: number): string {
  return text.split(' ').slice(-count).join(' ');
}
