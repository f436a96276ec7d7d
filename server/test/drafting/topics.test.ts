import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { topicHits } from '../../src/drafting/decide/topics.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const persona: Persona = {
  ...potter,
  rules: { blockedTopics: ['politics', 'old studio', 'pregnancy'], reviewTopics: ['press', 'wholesale'] },
};

const hits = (message: string, itemTopics: string[] = [], whose = persona) =>
  topicHits(whose, tokens(normalise(message)), itemTopics);

test('a message names a topic with the words of the topic, in any form, and with words that refer to it', () => {
  expect(hits('what do you think of politics?')).toEqual([{ list: 'blockedTopics', index: 0, isNamed: true }]);
  expect(hits('who was at your OLD studios')).toEqual([{ list: 'blockedTopics', index: 1, isNamed: true }]);
  expect(hits('do you sell wholesale')).toEqual([{ list: 'reviewTopics', index: 1, isNamed: true }]);
  expect(hits('who did you vote for?')).toContainEqual({ list: 'blockedTopics', index: 0, isNamed: true });
  expect(hits('do you ship to Brazil?')).toEqual([]);
});

test.each(['doping', 'steroids', 'steroid', 'PEDs'])('a common doping substance suggests the topic %s', (topic) => {
  const athlete: Persona = { ...potter, rules: { blockedTopics: [topic] } };
  for (const message of [
    'is EPO worth it?',
    'how much clenbuterol a day',
    'ever taken growth hormone?',
    'testosterone?',
  ])
    expect(hits(message, [], athlete), message).toEqual([{ list: 'blockedTopics', index: 0, isNamed: false }]);
  for (const message of ['how much chalk a day?', 'your trening plan', 'do you do a decathlon', 'the anabolic window'])
    expect(hits(message, [], athlete), message).toEqual([]);
});

test('a topic of several words needs all of them, in their order', () => {
  for (const message of ['how old is the mug?', 'where is your studio?', 'is the studio old?'])
    expect(
      hits(message).filter(({ isNamed }) => isNamed),
      message,
    ).toEqual([]);
});

test('blocked topics come first, and each topic keeps its place in its list', () => {
  expect(hits('wholesale, press and politics').map(({ list, index }) => `${list}.${index}`)).toEqual([
    'blockedTopics.0',
    'reviewTopics.0',
    'reviewTopics.1',
  ]);
});

test('a message that only suggests a topic touches it without naming it', () => {
  const [hit, ...others] = hits('i am expecting in may, is the clay safe?');
  expect(hit).toEqual({ list: 'blockedTopics', index: 2, isNamed: false });
  expect(others).toEqual([]);
});

test('an item of a topic would name it, and an item of another topic would not', () => {
  expect(hits('how does that work?', ['Wholesale'])).toEqual([{ list: 'reviewTopics', index: 1, isNamed: true }]);
  expect(hits('how does that work?', ['shipping'])).toEqual([]);
  expect(hits('how does that work?', ['wholesale'], { ...potter, rules: {} })).toEqual([]);
});

test('a named blocked topic blocks a message; a suggested one and a review topic hold it, with the topic as the reason', async () => {
  const decided = async (message: string) => {
    const about = { displayName: 'Aurora Lane', relationship: null, awaitsCreator: false };
    const { decision, trace } = await engine.draft({ ...about, message, history: [], persona, now: Date.now() });
    return [decision.riskLevel, trace['decidedBy'], trace['suggestions']];
  };
  expect(await decided('do you ever talk about politics?')).toEqual(['blocked', 'topic:blockedTopics.0', []]);
  expect((await decided('i am expecting in may, is the clay safe?')).slice(0, 2)).toEqual([
    'review',
    'topic:blockedTopics.2',
  ]);
  expect((await decided('do you sell wholesale?')).slice(0, 2)).toEqual(['review', 'topic:reviewTopics.1']);
});
