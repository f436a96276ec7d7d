import { firstAct, firstRisk, headNames } from '../src/drafting/learned/heads.ts';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import type { LabelledMessage } from './read-messages.ts';
import { readTopicIntents, type TopicPhrase } from './read-topics.ts';
import { trainLinear } from './train-linear.ts';
import { topicExamples, understandingExamples } from './understanding-examples.ts';

/** The heads for intents, risks and acts, trained together so that they share one table of features. */
export function trainUnderstanding(
  messages: readonly LabelledMessage[],
  topics: readonly TopicPhrase[],
  progress?: (done: number, of: number) => void,
): LinearModel {
  const examples = [...understandingExamples(messages), ...topicExamples(topics, readTopicIntents(), mostOfTopics)];
  return trainLinear(
    examples,
    headNames,
    {
      cost: 1,
      // A missed hazard is worse than a false alarm.
      positiveCost: (head) => (head >= firstRisk && head < firstAct ? 3 : 1),
      counts: (head, example) => {
        const teaches = examples[example]?.teaches;
        return head >= firstAct ? teaches?.acts === true : head >= firstRisk || teaches?.intents === true;
      },
      leastExamples: 2,
      mostEntries: 200_000,
      rounds: 20,
      seed: 1,
    },
    progress,
  );
}

/** Questions of the topics for one intent: no more than it has messages of its own, or about as many. */
const mostOfTopics = 300;
