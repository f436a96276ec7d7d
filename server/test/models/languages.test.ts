import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { readingOf } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace, startWorld } from '../support/world.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();

/** One sentence of each language, and a question that it answers. */
const languages = [
  [
    'es',
    '¿Hacéis envíos a Brasil y cuánto tardan los pedidos, por favor?',
    'Envío a todo el mundo desde Lisboa; los pedidos salen del estudio cada martes.',
  ],
  [
    'fr',
    'Est-ce que vous livrez au Brésil et combien de temps faut-il attendre ?',
    "J'expédie dans le monde entier depuis Lisbonne ; les commandes partent de l'atelier chaque mardi.",
  ],
  [
    'de',
    'Versendet ihr auch nach Brasilien und wie lange dauert die Lieferung?',
    'Ich versende weltweit aus Lissabon; Bestellungen verlassen das Atelier jeden Dienstag.',
  ],
  [
    'it',
    'Spedite anche in Brasile e quanto tempo ci vuole per la consegna?',
    'Spedisco in tutto il mondo da Lisbona; gli ordini lasciano lo studio ogni martedì.',
  ],
  [
    'pt',
    'Vocês enviam para o Brasil e quanto tempo demora a encomenda a chegar?',
    'Envio para todo o mundo a partir de Lisboa; as encomendas saem do estúdio todas as terças-feiras.',
  ],
  [
    'nl',
    'Verzenden jullie ook naar Brazilië en hoe lang duurt het voordat het er is?',
    'Ik verzend wereldwijd vanuit Lissabon; bestellingen verlaten het atelier elke dinsdag.',
  ],
] as const;

/**
 * Starts a world whose creator has the languages English and `own` and a fact in that language, with a model that
 * answers with these items.
 */
async function worldOf(own: string, text: string, items: readonly string[], more: object = {}) {
  const { stub, engine } = await openStub(
    {},
    { kind: 'answer', with: (request) => readingOf(request, items, { intent: 'shipping', ...more }) },
  );
  const profiles = (sampleWorkspace('ws').profiles ?? []).map((profile) => ({
    ...profile,
    persona: {
      ...profile.persona,
      languages: ['en', ...(own === '' ? [] : [own])],
      facts: [...(profile.persona?.facts ?? []), { id: 'f_own', topic: 'shipping', text }],
    },
  }));
  const workspace = { drafting: { model: true }, profiles };
  return { stub, world: await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace }) };
}

test.each(languages)(
  'a message in %s gets a proposal of the sentence that the creator approved in that language, and nothing in another language',
  async (own, message, text) => {
    const { stub, world } = await worldOf(own, text, ['f_ship', 'f_own']);
    const { body } = await world.draft({ message });
    expect(body.decision).toMatchObject({
      riskLevel: 'review',
      requiresCreator: true,
      intent: 'shipping',
      reply: text,
    });
    expect(body.decision.rationale).toContain('Understudy does not understand');
    expect(stub.requests).toHaveLength(1);
  },
);

const [spanish, asked, sentence] = languages[0];

test('if the creator approved nothing in the language of a message, no answer is proposed', async () => {
  const { world } = await worldOf(spanish, sentence, ['f_ship']);
  const { body } = await world.draft({ message: asked });
  expect(body.decision.riskLevel).toBe('review');
  expect(body.decision.rationale).toContain('because the message is written in Spanish');
  expect(body.decision.reply).not.toContain('Lisbon');
});

test('a message in a language that the creator did not approve, or with a word of danger, reaches no model', async () => {
  const { stub, world } = await worldOf('', sentence, ['f_own']);
  await world.draft({ message: asked });
  const other = await worldOf(spanish, sentence, ['f_own']);
  await other.world.draft({ message: 'Sé donde vives y te voy a matar esta noche si no me respondes' });
  expect([stub.requests, other.stub.requests]).toEqual([[], []]);
});

test('if the model says that no one should answer a message in another language, no answer is proposed', async () => {
  const { world } = await worldOf(spanish, sentence, ['f_own'], { risk: 'blocked' });
  const { body } = await world.draft({ message: asked }, { idempotencyKey: 'nobody-answers' });
  expect(body.decision.riskLevel).toBe('review');
  const trace = await world.store.draftTrace({ workspaceId: world.workspaceId, idempotencyKey: 'nobody-answers' });
  expect(JSON.parse(trace ?? '{}').reasons).toContain('model:blocked');
  expect(body.decision.reply).not.toContain('Lisboa');
});

test('a message in English is answered with English sentences', async () => {
  const { world } = await worldOf(spanish, sentence, ['f_ship']);
  const { body } = await world.draft();
  expect(body.decision.reply).toContain('I ship worldwide');
});
