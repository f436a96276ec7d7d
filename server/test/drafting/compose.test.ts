import { expect, test } from 'vitest';
import type { HistoryMessage } from '../../src/domain/conversation.ts';
import type { Persona } from '../../src/domain/persona.ts';
import { compose, type ReplyPlan } from '../../src/drafting/compose/compose.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { guitarist, potter } from './personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const engine = createEmbeddedEngine();
const mug = { id: 'o_moon', text: 'The Moon mug is €38 and holds 350 ml.' };
const wash = { id: 'f_wash', text: 'Every piece is safe in the dishwasher and in the microwave.' };
const nothing: ReplyPlan = {
  greets: false,
  thanks: false,
  discloses: false,
  isSober: false,
  items: [],
};

function made(
  plan: Partial<ReplyPlan>,
  persona: Persona = potter,
  history: readonly HistoryMessage[] = [],
  message = 'x',
) {
  return compose({ ...nothing, ...plan }, persona, persona.phrases ?? [], { message, history, now });
}

function outbound(body: string, minutesAgo: number): HistoryMessage {
  return { direction: 'outbound', body, senderType: null, sentAt: now - minutesAgo * 60_000 };
}

async function drafted(message: string, persona: Persona = potter, history: readonly HistoryMessage[] = []) {
  return (await draftedWithTrace(message, persona, history)).decision;
}

function draftedWithTrace(message: string, persona: Persona = potter, history: readonly HistoryMessage[] = []) {
  return engine.draft({
    message,
    history,
    displayName: 'Aurora',
    persona,
    relationship: null,
    awaitsCreator: false,
    now,
  });
}

test('the answers follow the order of the questions, between a greeting and a signature', () => {
  expect(made({ items: [wash, mug] }).reply).toMatch(
    /^He(?:y|llo)[^.]*! Every piece .*microwave\. The Moon mug .* ml\.\nBig hug, Aurora$/,
  );
  expect(made({ items: [mug, wash] }).reply).toMatch(/ml\. Every piece/);
});

test('the message selects among several phrases, and always the same one', () => {
  const greetings = Array.from({ length: 40 }, (_, at) => made({ greets: true }, potter, [], `hello ${at}`).reply);
  expect(new Set(greetings).size).toBe(2);
  expect(made({ greets: true }, potter, [], 'hello 1').reply).toBe(greetings[1]);
});

test('a thread gets no greeting and no signature twice, and none during an exchange', () => {
  const lately = [outbound('Hey you! Sure. Big hug, Aurora', 30)];
  expect(made({ items: [mug] }, potter, lately).reply).toBe(mug.text);
  const untimed = [{ ...outbound('Sure, tell me more.', 0), sentAt: null }];
  expect(made({ items: [mug] }, potter, untimed).reply).toBe(mug.text);
  const longAgo = [outbound('Hey you! Sure. Big hug, Aurora', 5 * 24 * 60)];
  expect(made({ items: [mug] }, potter, longAgo).reply).toBe(`Hello hello, lovely to hear from you! ${mug.text}`);
  const both = [outbound('Hello hello, lovely to hear from you!', 9_000), outbound('Hey you!', 8_000)];
  expect(made({ greets: true }, potter, both).reply).toBe('Hello hello, lovely to hear from you!');
});

test('a greeting fits the time of day and the season that it names', () => {
  const greeting = (id: string, text: string) => ({ id, use: 'greeting' as const, text });
  const phrases = [greeting('m', 'Good morning!'), greeting('h', 'Hello!'), greeting('x', 'Merry Christmas!')];
  const persona = { ...guitarist, phrases };
  for (const message of ['hey', 'hello there', 'good evening', 'yo', 'hi hi'])
    expect(made({ greets: true }, persona, [], message).reply).toBe('Hello!');
  expect(made({ greets: true }, persona, [], 'good morning!').reply).toBe('Good morning!');
});

test('a reply on a serious matter is not cheerful', () => {
  expect(made({ items: [mug], isSober: true, greets: true, thanks: true }).reply).toBe(mug.text);
});

test('phrases are dropped before facts, and a fact that does not fit is reported as missing', () => {
  const short: Persona = { ...potter, voice: { ...potter.voice, maxLength: 42 } };
  expect(made({ items: [mug] }, short)).toMatchObject({ reply: mug.text, isWhole: true });
  expect(made({ items: [mug, wash] }, short)).toMatchObject({ reply: mug.text, isWhole: false });
  const plain: Persona = { ...potter, voice: { ...potter.voice, emoji: 'none' } };
  expect(made({ thanks: true, items: [mug] }, plain).reply).not.toContain('💛');
});

test('nothing is said twice', () => {
  const again = { id: 'f_again', text: mug.text };
  const longer = { id: 'f_longer', text: `${mug.text} It is blue.` };
  expect(made({ items: [mug, again] }).reply.split(mug.text)).toHaveLength(2);
  expect(made({ items: [mug, longer] })).toMatchObject({ isWhole: true });
  expect(made({ items: [mug, longer] }).used).not.toContain('o_moon');
});

test('a message that asks nothing gets no answer and no signature', async () => {
  expect((await drafted('thank you, I love your work!')).reply).toBe('Thank you so much, that means a lot 💛');
  expect((await drafted('hi!')).reply).toMatch(/^(?:Hey you!|Hello hello, lovely to hear from you!)$/);
});

test('a fan who only mentions something gets no thanks with the answer, and a fan who praises does', async () => {
  const mentioned = await drafted('I just moved to Leeds for work. how much is shipping?');
  expect(mentioned.reply).not.toContain('Thank you');
  const praised = await drafted('your mugs are the most beautiful I own. how much is shipping?');
  expect(praised.reply).toContain('Thank you so much');
});

test('a message without an approved answer is left to the creator; an ailment gets a phrase, never an item', async () => {
  const texts = [...(potter.facts ?? []), ...(potter.offers ?? [])].map(({ text }) => text);
  const askedOfThePotter = ['what is your favourite film?', 'do you like jazz?', 'who cuts your hair?'];
  for (const message of ['My knee hurts', 'my wrist aches after throwing, is that normal?', ...askedOfThePotter]) {
    const { decision, trace } = await draftedWithTrace(message);
    const { riskLevel, requiresCreator, reply } = decision;
    expect({ riskLevel, requiresCreator }, message).toEqual({ riskLevel: 'review', requiresCreator: true });
    expect(trace['decidedBy'], message).toMatch(/^(?:no-item|unsure|never:advice)$/);
    expect(reply, message).not.toBe('');
    // Without training phrases, a proposal may use the wrong item; docs/evaluation.md measures how often.
    if (askedOfThePotter.includes(message)) continue;
    expect(
      texts.filter((text) => reply.includes(text)),
      message,
    ).toEqual([]);
  }
});

test('a person who asks whether a bot answers gets the disclosure, and the answer to the other questions', async () => {
  const disclosure = 'This inbox is answered with the help of an assistant; Aurora reads everything.';
  expect(made({ discloses: true, isSober: true, items: [mug] }).reply).toBe(`${disclosure} ${mug.text}`);
  expect(await draftedWithTrace('are you a bot?')).toMatchObject({
    decision: { riskLevel: 'review', reply: disclosure },
    trace: { decidedBy: 'never:identity' },
  });
});

test('in a crisis the reply is only the support phrase', async () => {
  expect(await draftedWithTrace('I want to kill myself')).toMatchObject({
    decision: { riskLevel: 'blocked', reply: potter.phrases?.[6]?.text },
    trace: { decidedBy: 'block:crisis' },
  });
});
