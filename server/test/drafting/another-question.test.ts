import { expect, test } from 'vitest';
import type { HistoryMessage } from '../../src/domain/conversation.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const riskOf = async (message: string, history: readonly HistoryMessage[] = []) =>
  (
    await engine.draft({
      message,
      history,
      displayName: 'Aurora Lane',
      persona: potter,
      relationship: null,
      awaitsCreator: false,
      now: Date.parse('2026-11-21T12:00:00Z'),
    })
  ).decision.riskLevel;
const inbound = (body: string): HistoryMessage => ({ direction: 'inbound', senderType: null, body, sentAt: null });
const outbound = (body: string): HistoryMessage => ({ direction: 'outbound', senderType: null, body, sentAt: null });

test.each([
  'do you buy Moon mugs?',
  'can I ship to you worldwide?',
  'what if you return a piece?',
  'could I throw with your clay?',
])('what one of the two does is no answer to whether the other does it: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test.each(['can I sell your photos?', 'may I resell the Moon mug?', 'can we paint the Tide bowl?'])(
  'whether a fan may do a thing is answered only by what speaks of doing it: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test.each(['are you food safe?', 'how big are you?', 'are you second-hand?'])(
  'what is told of a thing answers no question about the creator’s person: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test('a place to send from is not a place to send to', async () => {
  expect(await riskOf('do you ship to Spain?')).toBe('safe');
  expect(await riskOf('how long does delivery from Spain take?')).not.toBe('safe');
});

test.each(['how many Moon mugs are left?', 'how many spots are left in the class?'])(
  'what is left is told by nothing but the stock: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test.each(['how much is a studio?', 'how much is the archive?'])(
  'a price answers for what it is the price of, and for nothing else that its text names: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test.each([
  'where do I find the kids in the class?',
  'can I stay with the children in the class?',
  'can I book a class with your password?',
])('a harmless item gives nobody somebody else’s children or account: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test.each(['great to hear from the basement', 'thanks, I adored the story about the ghetto'])(
  'one unknown word at the end of kind words holds them: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test.each(['how does the class end?', 'which set is the Moon mug?'])(
  'a word in which people ask is spoken of by the item when it is what is asked: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test('a word of asking that "up" turns into another one is not what is asked', async () => {
  expect(await riskOf('how did you end up in ceramics?')).toBe('safe');
});

test('another letter in a word of asking makes another word', async () => {
  expect(await riskOf('how doses the glaze work?')).not.toBe('safe');
});

test.each([
  'how do I ruin a glaze?',
  'how do I get lead into people with a glaze?',
  'can I log in as Aurora with the download link?',
])('a deed that harms somebody is for the creator, whatever item has its words: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test('an idiom takes nothing back where something else is meant', async () => {
  expect(await riskOf('when do I get to beat you in the studio?')).not.toBe('safe');
});

test.each(['perfect, thank you so much!', 'wow, amazing'])(
  'thanks that may be a yes to what the creator asked by hand are the creator’s to read: %s',
  async (message) => {
    expect(await riskOf(message)).toBe('safe');
    expect(await riskOf(message, [outbound('Glad you like it, thank you!')])).toBe('safe');
    expect(await riskOf(message, [outbound('Shall I swap the bowl for two saucers?')])).toBe('review');
  },
);

test('"it" is no offer when the fan named something else since', async () => {
  const named = inbound('the Moon mug is so pretty');
  expect(await riskOf('how much is it?', [named])).toBe('safe');
  expect(await riskOf('how much is it?', [named, inbound('I saw a wobbly lantern on your shelf')])).not.toBe('safe');
});

test.each([
  inbound('I stood across from your house until the light went out'),
  inbound('my boyfriend holds my throat when he is angry'),
])('a sign of danger in the thread holds the question behind it', async (message) => {
  expect(await riskOf('how much is shipping?', [message])).not.toBe('safe');
});
