import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { answerTasks } from '../../lib/turns/task-thread.ts';
import type { WeighedPassword, WeighPassword } from './weigh-password.ts';

/** A score of 3 means at least 10^8 guesses. At the hash's cost per guess, that many guesses take years. */
const leastScore = 3;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

function weigh({ password, ownWords }: WeighPassword): WeighedPassword {
  const { score, feedback } = estimator.check(password, [...ownWords]);
  return { weakness: score >= leastScore ? null : (feedback.warning ?? '') };
}

answerTasks(weigh);
