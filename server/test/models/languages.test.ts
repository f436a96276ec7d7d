import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { sampleWorkspace, startWorld } from '../support/world.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const asked = '¿Hacéis envíos a Brasil y cuánto tardan los pedidos, por favor?';
const right = '¡Hola! Envío a todo el mundo desde Lisboa; los pedidos salen del estudio cada martes.';

/** A creator of English and of `languages`, and a model that answers so. */
async function worldOf(languages: readonly string[], answer: { reply: string; usedItems?: string[]; risk?: string }) {
  const { stub, engine } = await openStub(
    {},
    { kind: 'answer', with: () => ({ usedItems: ['f_ship'], risk: 'safe', ...answer }) },
  );
  const sample = sampleWorkspace('ws_aurora');
  const profiles = (sample.profiles ?? []).map((profile) => ({
    ...profile,
    persona: { ...profile.persona, languages: ['en', ...languages] },
  }));
  const workspace = { drafting: { model: true }, profiles };
  return { stub, world: await startWorld(harness, { engine, workspace }) };
}

test("a message in another approved language is answered in it from the creator's items, for the creator to read", async () => {
  const { stub, world } = await worldOf(['es'], { reply: right });
  const { body } = await world.draft({ message: asked });
  expect(body.decision).toMatchObject({ riskLevel: 'review', requiresCreator: true, reply: right });
  expect(body.decision.rationale).toContain('worded by the language model');
  expect(stub.requests).toHaveLength(1);
  expect(stub.requests[0]?.system).toContain('Language: es');
  expect(stub.requests[0]?.system).toContain('[f_ship]');
});

test.each([
  ['another weekday', right.replace('martes', 'jueves')],
  ['the opposite', right.replace('Envío', 'No envío')],
  ['a promise', `${right} Te enviaré un regalo.`],
  ['a price', `${right} Cuesta 12 €.`],
  ['another language', 'Bonjour ! Je vous souhaite une belle et heureuse journée ensoleillée.'],
])('a reply in Spanish with %s is not shown', async (_, reply) => {
  const { stub, world } = await worldOf(['es'], { reply });
  const { body } = await world.draft({ message: asked });
  expect(body.decision.riskLevel).toBe('review');
  expect(body.decision.reply).not.toBe(reply);
  expect(body.decision.rationale).toContain('did not pass the guard');
  expect(stub.requests).toHaveLength(2);
});

test('a message in a language that the creator did not approve, or with a word of danger, reaches no model', async () => {
  const { stub, world } = await worldOf([], { reply: right });
  await world.draft({ message: asked });
  const other = await worldOf(['es'], { reply: right });
  await other.world.draft({ message: 'Sé donde vives y te voy a matar esta noche si no me respondes' });
  expect([stub.requests, other.stub.requests]).toEqual([[], []]);
});

test('where the model says that nobody should answer such a message, its words are not shown', async () => {
  const { world } = await worldOf(['es'], { reply: right, risk: 'blocked' });
  const { body } = await world.draft({ message: asked });
  expect(body.decision.riskLevel).toBe('review');
  expect(body.decision.reply).not.toBe(right);
});

test('a message in English is answered in English, and a Spanish answer to it is not shown', async () => {
  const { stub, world } = await worldOf(['es'], { reply: right });
  const { body } = await world.draft();
  expect(body.decision.reply).toContain('I ship worldwide');
  expect(stub.requests[0]?.system).toContain('Language: en\n');
});
