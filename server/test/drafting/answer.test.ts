import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { readClassifier } from '../../src/drafting/answer/taught-classifier.ts';
import { teachingHash, teachingOf } from '../../src/drafting/answer/teaching.ts';
import { trainClassifier } from '../../src/drafting/answer/train-classifier.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const now = Date.parse('2026-11-21T12:00:00Z');

/** Ways in which fans ask when a parcel is sent, without any word from the approved text. */
const dispatch = [
  'which weekday does the van come for the boxes',
  'what day do parcels get collected',
  'when in the week does the courier pick things up',
  'is there a fixed day for the van',
  'on what day do the boxes get on their way',
  'which day of the week do packets head out',
];

function taught(more: { readonly id: string; readonly aliases?: string[]; readonly nearMisses?: string[] }): Persona {
  return {
    ...potter,
    facts: (potter.facts ?? []).map((fact) =>
      fact.id === more.id
        ? {
            ...fact,
            aliases: [...(fact.aliases ?? []), ...(more.aliases ?? [])],
            ...(more.nearMisses === undefined ? {} : { nearMisses: more.nearMisses }),
          }
        : fact,
    ),
  };
}

async function draft(message: string, persona: Persona, trainedOn: Persona | null = persona) {
  const classifier = trainedOn === null ? null : readClassifier(trainClassifier(teachingOf(trainedOn)).bytes);
  return engine.draft({
    message,
    history: [],
    displayName: 'Aurora Lane',
    persona,
    classifier,
    relationship: null,
    awaitsCreator: false,
    now,
  });
}

const firstItems = (trace: { readonly [detail: string]: unknown }): readonly string[] =>
  (trace['answer'] as { items: readonly string[] }).items; // DraftTrace has this field

test('a learned wording finds its item, which it did not find before', async () => {
  const message = 'what weekday does the van fetch the boxes?';
  const persona = taught({ id: 'f_ship', aliases: dispatch });
  expect(firstItems((await draft(message, potter)).trace)).not.toContain('f_ship');
  expect(firstItems((await draft(message, persona)).trace)).toEqual(['f_ship']);
});

test('a learned wording is answered, unless a value in it contradicts the approved text', async () => {
  const persona = taught({
    id: 'f_ship_cost',
    aliases: ['what do stamps set me back', 'what are stamps to Norway in XL'],
  });
  expect((await draft('What do stamps set me back?', persona)).decision).toMatchObject({
    riskLevel: 'safe',
    reply: expect.stringContaining('Shipping is €6 within the EU and €14 everywhere else.'),
  });
  const bound: Persona = {
    ...persona,
    facts: (persona.facts ?? []).map((fact) =>
      fact.id === 'f_ship_cost' ? { ...fact, text: 'Shipping is €6 within the EU.' } : fact,
    ),
  };
  const { decision, trace } = await draft('what are stamps to Norway in XL', bound);
  expect(decision.requiresCreator).toBe(true);
  expect(trace['reasons']).toContain('contradicts:f_ship_cost');
});

test('the same phrases give the same bytes and hash, and any change gives another hash', () => {
  const persona = taught({ id: 'f_ship', aliases: dispatch, nearMisses: ['can the van bring it to my hotel'] });
  const one = trainClassifier(teachingOf(persona));
  const again = trainClassifier(teachingOf(structuredClone(persona)));
  expect(Buffer.from(again.bytes).equals(Buffer.from(one.bytes))).toBe(true);
  expect(again.hash).toBe(one.hash);
  expect(teachingHash(teachingOf(potter))).not.toBe(one.hash);
});

test('an item that changed since the training counts as not learned, and the others keep what they learned', async () => {
  const before = taught({ id: 'f_ship', aliases: dispatch });
  const after: Persona = {
    ...before,
    facts: (before.facts ?? []).map((fact) =>
      fact.id === 'f_ship'
        ? { ...fact, text: 'I ship worldwide from Porto; orders leave the studio every Friday.' }
        : fact,
    ),
  };
  const message = 'what weekday does the van fetch the boxes?';
  expect(firstItems((await draft(message, before)).trace)).toEqual(['f_ship']);
  const probability = async (persona: Persona, trainedOn: Persona): Promise<number> => {
    const { trace } = await draft(message, persona, trainedOn);
    return (trace['answer'] as { probability: number }).probability; // DraftTrace has this field
  };
  expect(await probability(after, before)).toBeLessThan(await probability(after, after));
});

test('an item that is no longer approved keeps its class, so that a neighbour does not get its question', () => {
  const persona: Persona = {
    ...potter,
    facts: (potter.facts ?? []).map((fact) => (fact.id === 'f_ship' ? { ...fact, approved: false } : fact)),
  };
  const { items } = readClassifier(trainClassifier(teachingOf(persona)).bytes);
  expect(items.map(({ id }) => id)).toContain('f_ship');
});

test('a phrase ranks an item, and never widens what the item may answer', async () => {
  // The approved text names a price for the EU and one for everywhere else. No phrase makes it state any other price.
  const persona = taught({
    id: 'f_ship_time',
    aliases: ['is delivery to Norway there in one day', 'one day to Norway?'],
  });
  const { decision, trace } = await draft('is delivery to Norway there in one day', persona);
  expect(decision.reply).not.toMatch(/one day/);
  for (const id of trace['itemsUsed'] as string[])
    expect(
      [...(persona.facts ?? []), ...(persona.offers ?? []), ...(persona.phrases ?? [])].map((item) => item.id),
    ).toContain(id);
});

test('a phrase that is left out of the training has no effect', () => {
  const persona = taught({ id: 'f_ship', aliases: dispatch });
  const without = trainClassifier(teachingOf(persona), new Set(dispatch));
  const { items } = readClassifier(without.bytes);
  const aliases = potter.facts?.find(({ id }) => id === 'f_ship')?.aliases ?? [];
  expect(items.find(({ id }) => id === 'f_ship')?.phrases).toBe(aliases.length);
});

test('up to three suggestions are stored, each an approved text, and none for a message with a sign of danger', async () => {
  const { trace } = await draft('how long does it take and what do you charge?', potter);
  const suggestions = trace['suggestions'] as { items: string[]; reply: string; probability: number }[];
  expect(suggestions.length).toBeGreaterThan(0);
  expect(suggestions.length).toBeLessThanOrEqual(3);
  const texts = [...(potter.facts ?? []), ...(potter.offers ?? [])];
  for (const { items, reply } of suggestions)
    for (const id of items) expect(reply).toContain(texts.find((item) => item.id === id)?.text);
  const danger = await draft('how long does it take? i want to end my life tonight', potter);
  expect(danger.trace['suggestions']).toEqual([]);
});

test('an item that the creator wants to approve each time is proposed, never sent', async () => {
  const persona: Persona = {
    ...potter,
    facts: (potter.facts ?? []).map((fact) => ({ ...fact, automatic: false })),
  };
  const asked = 'how much is shipping?';
  const free = await draft(asked, potter);
  const bound = await draft(asked, persona);
  expect(bound.decision).toMatchObject({ riskLevel: 'review', requiresCreator: true, reply: free.decision.reply });
  expect(bound.decision.rationale).toContain('the creator wants to approve this answer each time');
});

test('bytes that are not a classifier are rejected', () => {
  const { bytes } = trainClassifier(teachingOf(potter));
  expect(() => readClassifier(new Uint8Array(20))).toThrow('not a classifier');
  expect(() => readClassifier(bytes.subarray(0, bytes.length - 3))).toThrow('wrong length');
});
