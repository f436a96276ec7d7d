import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { confidenceOf } from '../../src/drafting/decide/confidence.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { trainInPlace } from '../../src/teaching/ready-classifier.ts';
import { potter } from './personas.ts';
import { harmless } from './understood.ts';

const engine = createEmbeddedEngine();
const classifier = trainInPlace(potter);

async function draft(message: string, persona: Persona = potter) {
  const { decision, trace } = await engine.draft({
    message,
    history: [],
    displayName: 'Aurora Lane',
    persona,
    relationship: null,
    awaitsCreator: false,
    now: Date.parse('2026-11-21T12:00:00Z'),
    classifier: persona === potter ? classifier : null,
  });
  return { decision, trace: Object(trace) };
}

/** Drafts a message and returns the decision's evidence by name. */
async function evidenceOf(message: string) {
  const { trace, decision } = await draft(message);
  const [one, own, lead, danger, owner, blocks, hazards, answer, courtesy, clauses, unclear, dangerous, topic] =
    trace.evidence;
  const named = { own, lead, danger, owner, blocks, hazards, answer, courtesy, clauses, unclear, dangerous, topic };
  expect(one).toBe(1);
  expect(trace.evidence).toHaveLength(13);
  return { ...named, decision, trace };
}

test('the evidence of a harmless question contains no sign of danger, and the probability of its answer', async () => {
  const { trace, ...evidence } = await evidenceOf('how much is shipping?');
  expect(evidence).toMatchObject({ blocks: 0, hazards: 0, courtesy: 0, unclear: 0, dangerous: 0, topic: 0 });
  expect(evidence.answer).toBe(trace.answer.probability);
  expect(evidence.answer).toBeGreaterThan(0.8);
  expect(evidence.clauses).toBe(0.167);
  expect(evidence.danger).toBe(trace.danger);
  expect(evidence.own).toBe(trace.whole.scores[0].score);
  expect(evidence.lead).toBeCloseTo(trace.whole.scores[0].score - trace.whole.scores[1].score, 2);
});

test('the evidence of a dangerous message contains each of its signs', async () => {
  const threat = await evidenceOf('i will find you and hurt you');
  expect(threat).toMatchObject({ blocks: 1, hazards: 1, dangerous: 1, unclear: 0, topic: 0 });
  expect(threat.danger).toBeGreaterThan(0.5);
  expect(await evidenceOf('do you talk about politics?')).toMatchObject({ blocks: 0, hazards: 0, topic: 1 });
  expect(await evidenceOf('où est ma commande, je ne trouve rien')).toMatchObject({ unclear: 1, dangerous: 0 });
});

test('the evidence of a greeting contains its courtesy, and counts at most six clauses', async () => {
  const hello = await evidenceOf('hello there!');
  expect(hello.courtesy).toBe(hello.trace.courtesy.probability);
  expect(hello.courtesy).toBeGreaterThan(0.5);
  expect((await evidenceOf('hi. hello. hey. thanks. lovely. wow. great. nice!')).clauses).toBe(1);
});

test('the reply itself is the first suggestion, with the items and the probability of the answer', async () => {
  const { decision, trace } = await draft('how much is shipping?');
  expect(decision.riskLevel).toBe('safe');
  expect(trace.suggestions).toEqual([
    { items: trace.answer.items, reply: decision.reply, probability: trace.answer.probability },
  ]);
});

test('a held question has up to three suggestions, all different, and each further one answers with one item', async () => {
  const { decision, trace } = await draft('what about delivery abroad and the weight of a parcel?');
  expect([decision.riskLevel, trace.decidedBy]).toEqual(['review', 'unsure']);
  const replies = trace.suggestions.map(({ reply }: { reply: string }) => reply);
  expect(replies).toHaveLength(3);
  expect(new Set(replies).size).toBe(3);
  for (const { items, probability } of trace.suggestions) {
    expect(items.length).toBeGreaterThan(0);
    expect(probability).toBeGreaterThanOrEqual(0);
    expect(probability).toBeLessThan(1);
    expect(probability).toBe(Math.round(probability * 1000) / 1000);
  }
  for (const { items } of trace.suggestions.slice(1)) expect(items).toHaveLength(1);
});

test('the trace assigns each item to the clause that it answers', async () => {
  const { decision, trace } = await draft('how much is the moon mug? and is it dishwasher safe?');
  const clauses: { itemId: string; candidates: { id: string; lack: string }[] }[] = trace.clauses;
  expect(clauses.map(({ itemId }) => itemId)).toEqual(['o_moon', 'f_wash']);
  for (const { itemId, candidates } of clauses) {
    expect(candidates.filter(({ lack }) => lack === '').map(({ id }) => id)).toEqual([itemId]);
    expect(candidates.every(({ id, lack }) => id === itemId || lack === 'unlikely')).toBe(true);
  }
  expect(trace.answer.items).toEqual(['o_moon', 'f_wash']);
  expect(decision.reply).toMatch(/The Moon mug .* Every piece is safe/);
});

test('each clause of a safe message passed', async () => {
  const { trace } = await draft('hi! how much is shipping?');
  expect(trace.decidedBy).toMatch(/^safe/);
  expect(trace.clauses.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['passed', 'passed']);
});

test('the trace of a held message names the reason in each clause, and the place of each risk', async () => {
  const message = 'do you ship worldwide? ps i know where your kids go to school';
  const { trace } = await draft(message);
  for (const { outcome } of trace.clauses) expect(outcome).toBe(trace.decidedBy);
  for (const { start, end } of trace.risks) {
    expect(start).toBeLessThan(end);
    expect(end).toBeLessThanOrEqual(message.length);
  }
  expect(trace.whole.scores).toHaveLength(3);
});

test('the reply carries the picture of its first item that has one', async () => {
  const { decision } = await draft('where are you based? do you ship worldwide?');
  expect(decision.reply).toMatch(/I live and work in Lisbon.* I ship worldwide/);
  expect(decision.mediaAssetId).toBe('asset_parcel');
  expect((await draft('what clay do you use?')).decision.mediaAssetId).toBe('');
});

test('a plain question with one answer is more than half sure, and no decision is entirely sure', async () => {
  const { decision } = await draft('how much is shipping?');
  expect(decision.riskLevel).toBe('safe');
  expect(decision.confidence).toBeGreaterThan(0.5);
  const judged = { intent: 'shipping', understanding: harmless, isTopicHit: false, courtesy: 0 } as const;
  const safe = (answer: number) => confidenceOf({ ...judged, riskLevel: 'safe', answer });
  expect([safe(1_000), safe(-1_000)].toSorted()).toEqual([0.01, 0.99]);
});

test('a question that nothing answers gets the holding phrase, however friendly the message is', async () => {
  const { decision, trace } = await draft('hi! can you fix my bike?');
  expect(trace.reasons).toContain('no-item');
  expect(decision.reply).toBe(potter.phrases?.find(({ use }) => use === 'holding')?.text);
});
