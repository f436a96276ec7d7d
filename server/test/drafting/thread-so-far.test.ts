import { expect, test } from 'vitest';
import type { HistoryMessage } from '../../src/domain/conversation.ts';
import { pastHazards } from '../../src/drafting/decide/past-hazards.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const question = 'how much is shipping?';

const inbound = (body: string): HistoryMessage => ({ direction: 'inbound', senderType: null, body, sentAt: null });
const outbound = (body: string): HistoryMessage => ({ ...inbound(body), direction: 'outbound' });
const small = (count: number): HistoryMessage[] => Array.from({ length: count }, () => inbound('thanks!'));

async function draftAfter(history: readonly HistoryMessage[], message = question) {
  const drafted = await engine.draft({
    message,
    history,
    displayName: 'Aurora Lane',
    persona: potter,
    relationship: null,
    awaitsCreator: false,
    now: Date.parse('2026-11-21T12:00:00Z'),
  });
  expect(drafted.decision.requiresCreator).toBe(drafted.decision.riskLevel !== 'safe');
  return drafted;
}

async function reasonsAfter(...history: HistoryMessage[]): Promise<readonly string[]> {
  return (await draftAfter(history)).trace['reasons'] as string[]; // DraftTrace has this field
}

test('an answer is held if the creator personally wrote something about its subject, however long ago', async () => {
  expect(await reasonsAfter()).toEqual([]);
  expect(await reasonsAfter(outbound('Shipping to you is on the house this time.'), ...small(20))).toEqual([
    'said-otherwise',
  ]);
});

test("a fan's own words about the subject hold nothing", async () => {
  expect(await reasonsAfter(inbound('shipping to me was on the house last time'))).toEqual([]);
});

test('a number that the creator wrote holds an answer while it is among the last six messages, and no longer', async () => {
  const number = outbound('Mine has 24 of them, imagine.');
  expect(await reasonsAfter(number, ...small(5))).toEqual(['said-otherwise']);
  expect(await reasonsAfter(number, ...small(6))).toEqual([]);
});

test('a number that the creator wrote does not hold an item without a number', async () => {
  const { trace } = await draftAfter([outbound('Mine has 24 of them, imagine.')], 'is it dishwasher safe?');
  expect(trace['reasons']).not.toContain('said-otherwise');
});

test('a recent remark of the creator about something else, without a number, holds nothing', async () => {
  expect(await reasonsAfter(outbound('My garden is full of lemons, imagine.'))).toEqual([]);
});

test('approved texts and courtesies of the creator hold nothing', async () => {
  expect(await reasonsAfter(outbound('Hey you! Shipping is €6 within the EU and €14 everywhere else.'))).toEqual([]);
  expect(await reasonsAfter(outbound('Yes of course, shipping is €14! Thank you so much.'))).toEqual([]);
});

test('a promise of an answer in person holds the next answer, until the creator wrote again', async () => {
  const promise = outbound('Thanks for your message! I will read it myself and get back to you.');
  expect(await reasonsAfter(promise, inbound('ok'))).toEqual(['awaits-creator']);
  expect(await reasonsAfter(promise, inbound('ok'), outbound('Hey you!'))).toEqual([]);
  const echoed = inbound('Thanks for your message! I will read it myself and get back to you.');
  expect(await reasonsAfter(echoed)).not.toContain('awaits-creator');
});

test('a plain hazard in a thread is found at any distance, with its place, and never in what the creator wrote', async () => {
  const threat = 'i will find you and hurt you';
  const [found, ...others] = await pastHazards([inbound('hi'), inbound(threat), ...small(20)]);
  expect(found).toMatchObject({ index: 1, category: 'threat' });
  expect(others).toEqual([]);
  expect(await pastHazards([outbound(threat)])).toEqual([]);
  expect(await reasonsAfter(inbound(threat), ...small(20))).toContain('history');
});

test('after a hazard, an answer is proposed once something was sent to the fan since, and is never automatic', async () => {
  const threat = inbound('i will find you and hurt you');
  const open = await draftAfter([threat, ...small(3)]);
  expect(open.decision).toMatchObject({ riskLevel: 'review', requiresCreator: true });
  expect(open.trace['itemsUsed']).toEqual(['ph_hold']);
  expect(open.trace['suggestions']).toEqual([]);
  const seen = await draftAfter([threat, outbound('Please stop writing like this.'), ...small(3)]);
  expect(seen.decision).toMatchObject({ riskLevel: 'review', requiresCreator: true });
  expect(seen.trace['decidedBy']).toBe('history');
  expect(seen.trace['itemsUsed']).toEqual(['f_ship_cost']);
});

test('after a hazard, a proposal contains no greeting and no thank-you', async () => {
  const message = 'hello! love your mugs, thank you. how much is shipping?';
  const threat = [inbound('i will find you and hurt you'), outbound('Please stop writing like this.')];
  const withCourtesies = (await draftAfter([], message)).trace['itemsUsed'];
  const sober = (await draftAfter(threat, message)).trace['itemsUsed'];
  expect(sober).toEqual(['f_ship_cost']);
  expect(withCourtesies).not.toEqual(sober);
});

test('a hazard is found in the first 2,000 characters of a message', async () => {
  const threatAt = (length: number) =>
    pastHazards([inbound(`${'thanks a lot! '.repeat(200).slice(0, length)} i will find you and hurt you`)]);
  expect(await threatAt(1_900)).toMatchObject([{ category: 'threat' }]);
  expect((await threatAt(2_100)).filter(({ category }) => category === 'threat')).toEqual([]);
});
