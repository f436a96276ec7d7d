import { expect, test } from 'vitest';
import { hazardIntents } from '../../../src/domain/intents.ts';
import { headNames } from '../../../src/drafting/learned/heads.ts';
import { chooseThresholds } from '../../../training/choose-thresholds.ts';
import type { LabelledMessage } from '../../../training/read-messages.ts';

const untrained = {
  heads: headNames,
  keys: new Uint32Array(),
  rowEnds: new Uint32Array(),
  entryHeads: new Uint8Array(),
  entryWeights: new Int8Array(),
  scales: Float64Array.from(headNames, () => 1),
  biases: Float64Array.from(headNames, () => 0),
};

function message(intent: LabelledMessage['intent']): LabelledMessage {
  return { text: `some words about ${intent}`, intent, act: 'question', author: 'v1' };
}

const talk = { aside: 0, opener: 0, closer: 0 };
const harmless = [message('greeting'), message('shipping'), message('complaint')];

test('every hazard gets a threshold if the validation authors wrote a message of each', () => {
  const { notes } = chooseThresholds(untrained, [...harmless, ...hazardIntents.map(message)], talk);
  expect(notes.blocks).toHaveLength(hazardIntents.length);
});

test.each(hazardIntents)(
  'without a validation message of %s, the trainer stops and names the file to write',
  (missing) => {
    const others = hazardIntents.filter((hazard) => hazard !== missing).map(message);
    expect(() => chooseThresholds(untrained, [...harmless, ...others], talk)).toThrow(
      new RegExp(`hazard ${missing},.*server/training/messages/<author>/${missing}\\.txt.*split: validation`),
    );
  },
);
