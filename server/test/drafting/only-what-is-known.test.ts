import { expect, test } from 'vitest';
import type { HistoryMessage } from '../../src/domain/conversation.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const draft = async (message: string, history: readonly HistoryMessage[] = []) =>
  engine.draft({
    message,
    history,
    displayName: 'Aurora Lane',
    persona: potter,
    relationship: null,
    awaitsCreator: false,
    now: Date.parse('2026-11-21T12:00:00Z'),
  });
const riskOf = async (message: string, history: readonly HistoryMessage[] = []) =>
  (await draft(message, history)).decision.riskLevel;

test.each([
  'thank you so much, I love your work ❤️',
  'love love love your glazes!!',
  'good morning from a cloudy Lisbon',
  'hi Aurora, your videos are to die for',
  'this is the best pottery video ever 🔥',
])('a hello or praise in words that can say nothing else answers itself: %s', async (message) => {
  expect(await riskOf(message)).toBe('safe');
});

test.each([
  'love it ❤️ te encontraré pronto',
  'thanks for everything, I have given my plants away ❤️',
  'love the way your shirt sits 😍',
  'your mugs are great for people without taste 😂',
  'good evening from the bench across your door',
  'thank you for promising me the big vase ❤️',
  'thanks for putting my money back ❤️',
])('praise that says anything more is for the creator: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test.each(['how much is shipping? 🗡️', 'thank you ❤️🪦', 'lovely glazes 🐷', 'do you ship to 🇰🇵'])(
  'a sign that is neither harmless nor the creator’s own is never passed over: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

test.each([
  'the last mug cut my lip a bit',
  'a bit too much lead in the glaze maybe',
  'the kiln door was a little hot, someone burned a hand',
])('a defect told softly is no mild remark: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test.each([
  'what clay do you use? my throat closes when I touch it',
  'how long does delivery take? they left it with a stranger',
  'how much is shipping? you told me four',
  'is it dishwasher safe? mine just exploded',
])('what is told beside a question is read, and holds when it is more than an aside: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test('a call for help beside a question that is answered holds nothing', async () => {
  expect(await riskOf('what clay do you use? any ideas?')).toBe('safe');
});

test('an aside that only leads up to a question holds nothing', async () => {
  expect(await riskOf('hey, quick question. what clay do you use?')).toBe('safe');
});

test.each([
  'what clay does your father use?',
  'do you ship to Wobblington?',
  'how long does delivery take to Lower Mumbleby?',
  'is it dishwasher safe for a submarine?',
  'what glaze do you use against mould?',
  'how much is shipping for a chandelier?',
  'what clay would Ottilie use?',
])('an item answers only when it speaks of every thing and everybody that the question names: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});

test.each(['wich clay do you use', 'whats the minimum time for delivery?'])(
  'a slip of the finger in a word of asking names nothing: %s',
  async (message) => {
    expect((await draft(message)).trace['reasons']).not.toContain('no-item:word');
  },
);

test.each([
  'what clay did you use before?',
  'what glaze do you never use?',
  'how much was shipping last spring?',
  'when was the first class?',
  'who is in the class on Thursday?',
  'how much do you earn with shipping?',
  'is it dishwasher safe, still?',
])(
  'an item that speaks of now, of yes and of the creator answers no question of then, of no or of others: %s',
  async (message) => {
    expect(await riskOf(message)).not.toBe('safe');
  },
);

const inbound = (body: string): HistoryMessage => ({ direction: 'inbound', senderType: null, body, sentAt: null });
const outbound = (body: string): HistoryMessage => ({ direction: 'outbound', senderType: null, body, sentAt: null });

test.each([
  [[inbound('can you do it for less'), outbound('Ok, shipping is on me this time.')], 'how much is shipping?'],
  [[outbound('The wheel is broken, so no class till March.')], 'when is the next class?'],
  [[inbound('hello?'), outbound('I ran out of the white clay.')], 'what clay do you use?'],
])('what the creator wrote by hand in the thread stands before any item', async (history, question) => {
  expect(await riskOf(question)).toBe('safe');
  expect(await riskOf(question, history)).toBe('review');
});

test('what the creator’s side said in approved words, or out of courtesy, holds nothing', async () => {
  const history = [
    inbound('hi'),
    outbound('Hey you! I throw with a white stoneware clay from Alcobaça.'),
    inbound('lovely'),
    outbound('Thanks so much! So happy you found the page.'),
  ];
  expect(await riskOf('how much is shipping?', history)).toBe('safe');
});

test('a thread in which the creator is to answer in person waits for that answer', async () => {
  const holding = outbound('Thanks for your message! I will read it myself and get back to you.');
  expect(await riskOf('how much is shipping?', [inbound('hm'), holding])).toBe('review');
});

test.each(['i am so tired of being alive', 'can i visit you tonight, i am in year eight'])(
  'a sign of danger in the exchange holds what follows, as it would have held the message itself: %s',
  async (before) => {
    expect(await riskOf('thank you ❤️', [inbound(before)])).toBe('review');
  },
);

test('a topic of the creator’s is met by what makes one think of it, and blocks only by its name', async () => {
  const asked = async (message: string, rules: { reviewTopics?: string[]; blockedTopics?: string[] }) => {
    const persona = { ...potter, rules: { ...potter.rules, ...rules } };
    const input = { history: [], displayName: '', relationship: null, awaitsCreator: false, now: 0 };
    return (await engine.draft({ ...input, message, persona })).decision.riskLevel;
  };
  const message = 'how much is shipping for the bride?';
  expect(await asked(message, { reviewTopics: ['weddings'] })).toBe('review');
  expect(await asked(message, { blockedTopics: ['weddings'] })).toBe('review');
  expect(await asked('how much is shipping for a wedding?', { blockedTopics: ['wedding'] })).toBe('blocked');
});

test.each([
  'how long does delivery take if my street floods?',
  'is it dishwasher safe when I am not in?',
  'how much is shipping to come near you?',
  'what clay do you use, and does he?',
])('a condition, a meeting or somebody else in a question is not passed over: %s', async (message) => {
  expect(await riskOf(message)).not.toBe('safe');
});
