import type { Intent } from '../src/domain/decision.ts';
import { firstAct, firstRisk, headNames, ownerHead } from '../src/drafting/learned/heads.ts';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import type { LabelledMessage } from './read-messages.ts';
import { readTopicIntents, type TopicPhrase } from './read-topics.ts';
import type { SmallTalk } from './small-talk.ts';
import { trainLinear } from './train-linear.ts';
import { harmlessExamples, smallTalkExamples, topicExamples, understandingExamples } from './understanding-examples.ts';

/** Trains the heads for intents, risks and acts together, so that they share one table of features. */
export function trainUnderstanding(
  messages: readonly LabelledMessage[],
  topics: readonly TopicPhrase[],
  taught: readonly string[],
  talk: SmallTalk,
  progress?: (done: number, of: number) => void,
): LinearModel {
  const examples = [
    ...understandingExamples(messages, talk),
    ...topicExamples(topics, readTopicIntents(), mostOfTopics),
    ...harmlessExamples(taught),
    ...smallTalkExamples(talk),
  ];
  return trainLinear(
    examples,
    headNames,
    {
      cost: 1,
      // A missed hazard costs more than a false alarm.
      positiveCost: (head) => (head >= firstRisk && head < ownerHead ? 2 : 1),
      counts: (head, example) => {
        const teaches = examples[example]?.teaches;
        if (teaches === undefined) return false;
        if (head >= firstAct) return teaches.acts;
        return head === ownerHead ? teaches.owner : head >= firstRisk || teaches.intents;
      },
      leastExamples: 2,
      mostEntries: 300_000,
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
