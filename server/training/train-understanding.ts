import type { Intent } from '../src/domain/decision.ts';
import { firstAct, firstRisk, firstTalk, headNames, ownerHead, talkKinds } from '../src/drafting/learned/heads.ts';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import type { LabelledMessage } from './read-messages.ts';
import { readTopicIntents, type TopicPhrase } from './read-topics.ts';
import { type TalkSources, talkExamples } from './talk-examples.ts';
import { trainLinear } from './train-linear.ts';
import { harmlessExamples, smallTalkExamples, topicExamples, understandingExamples } from './understanding-examples.ts';

/** Trains the heads for intents, risks, small talk and acts together, so that they share one table of features. */
export function trainUnderstanding(
  messages: readonly LabelledMessage[],
  topics: readonly TopicPhrase[],
  sources: TalkSources,
  progress?: (done: number, of: number) => void,
): LinearModel {
  const { talk, questions } = sources;
  const examples = [
    ...understandingExamples(messages, talk),
    ...topicExamples(topics, readTopicIntents(), mostOfTopics),
    ...harmlessExamples(questions),
    ...smallTalkExamples(talk),
    ...talkExamples(sources),
  ];
  return trainLinear(
    examples,
    headNames,
    {
      cost: 1,
      // A missed hazard costs more than a false alarm.
      positiveCost: (head) => (head >= firstRisk && head < firstTalk ? 2 : 1),
      counts: (head, example) => {
        const { teaches, only } = examples[example] ?? {};
        const kind = talkKinds[head - firstTalk];
        if (teaches === undefined || kind !== only) return false;
        if (kind !== undefined) return true;
        if (head >= firstAct) return teaches.acts;
        return head === ownerHead ? teaches.owner : head >= firstRisk || teaches.intents;
      },
      leastExamples: 2,
      mostEntries: 320_000,
      rounds: 20,
      seed: 1,
    },
    progress,
  );
}

/**
 * Returns the maximum number of topic questions that teach one intent. The broadest intent, which fans use most, has
 * the highest maximum.
 */
function mostOfTopics(intent: Intent): number {
  return intent === 'content_question' ? 2000 : 600;
}
