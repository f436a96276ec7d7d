import { answerModel } from './answer/answer-model.ts';
import { rarityOf } from './answer/word-rarity.ts';
import { assess } from './assess.ts';
import { embeddedFinding } from './decide/finding.ts';
import type { Engine } from './engine.ts';
import { understandingModel } from './learned/understanding-model.ts';
import { settle } from './settle.ts';

/**
 * Creates the engine that needs no language model and no network. The engine understands a message with trained
 * classifiers, finds the approved items that answer the message, and repeats these items word for word. A reply is
 * `safe` if its calibrated probability reaches the threshold and there is no veto. The engine is pure: identical inputs
 * give identical output.
 */
export function createEmbeddedEngine(): Engine {
  // These files are loaded now, so that the first draft does not wait for them.
  answerModel();
  understandingModel();
  rarityOf(0);
  return {
    name: 'embedded',
    async draft(input, _permission, stageEnded) {
      const assessment = await assess(input, stageEnded);
      const finding = embeddedFinding(assessment.answer, assessment.courtesy, input.autonomy);
      return settle(input, assessment, finding, stageEnded);
    },
  };
}
