import { join } from 'node:path';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import type { UnderstandingNotes } from '../src/drafting/learned/understanding-model.ts';
import { chooseThresholds, requireEveryHazard, type Seen } from './choose-thresholds.ts';
import { casesAsMessages, creatorOf, type LabelledCase, readCases } from './read-cases.ts';
import { type LabelledMessage, readMessages, type Split } from './read-messages.ts';
import { readTopics } from './read-topics.ts';
import { readSmallTalk } from './small-talk.ts';
import { chooseTalkLimits } from './talk-limits.ts';
import { taughtQuestions } from './taught-questions.ts';
import { trainUnderstanding } from './train-understanding.ts';

export interface FittedUnderstanding {
  readonly model: LinearModel;
  readonly notes: UnderstandingNotes;
  /** The messages on which thresholds were chosen, with the model's scores. */
  readonly seen: readonly Seen[];
  readonly training: readonly LabelledMessage[];
  /** The number of topic phrases. */
  readonly topics: number;
}

/**
 * Trains the understanding model on the training authors' text in the folder `base`, and chooses its thresholds on the
 * validation authors'. Leaves out messages to the creators that `isLeftOut` names ("author/profile"), and their
 * teaching.
 */
export function fitUnderstanding(
  say: (line: string) => void,
  base: string = import.meta.dirname,
  isLeftOut: (creator: string) => boolean = () => false,
): FittedUnderstanding {
  const casesOf = (split: Split): LabelledCase[] => readCases(split, base).filter((one) => !isLeftOut(creatorOf(one)));
  const messagesOf = (split: Split): LabelledMessage[] => [
    ...readMessages(split, base),
    // Harmless messages in alarming words, and courtesies; their act is unknown.
    ...readMessages(split, join(base, 'courtesy')).map((message) => ({ ...message, act: null })),
    ...casesAsMessages(casesOf(split)),
  ];
  const [training, validation] = [messagesOf('train'), messagesOf('validation')];
  const topics = readTopics('train', base);
  if (training.length === 0 || validation.length === 0)
    throw new Error('there must be authors to train on and authors to validate with');
  // Checked before the training, which takes minutes.
  requireEveryHazard(validation);
  say(
    `${training.length} messages to train on, ${validation.length} to choose thresholds with, ${topics.length} phrases of topics`,
  );
  const sources = {
    talk: readSmallTalk('train', base),
    cases: casesOf('train'),
    messages: readMessages('train', base),
    questions: taughtQuestions(isLeftOut),
  };
  const model = trainUnderstanding(training, topics, sources, (done, of) => {
    if (done % 10 === 0) say(`  head ${done} of ${of}`);
  });
  const talk = chooseTalkLimits(model, readSmallTalk('validation', base), casesOf('validation'));
  return { model, ...chooseThresholds(model, validation, talk), training, topics: topics.length };
}
