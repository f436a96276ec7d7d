import { expect, test } from 'vitest';
import { type Intent, intents } from '../../src/domain/decision.ts';
import { rationale } from '../../src/drafting/decide/rationale.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { acts } from '../../src/drafting/policy-table.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const now = Date.parse('2026-11-21T12:00:00Z');

async function drafted(message: string) {
  const about = { displayName: 'Aurora', persona: potter, relationship: null, awaitsCreator: false };
  return engine.draft({ message, history: [], now, ...about });
}

const reasons = [
  ...['awaits-creator', 'history', 'disguise', 'emoji', 'words', 'unclear', 'own', 'aside', 'said-otherwise', 'guard'],
  ...['fit', 'nothing', 'model', 'language:', 'language:es', 'topic:reviewTopics.0', 'topic:blockedTopics.3'],
  ...['unsure', 'withheld', 'unread', 'autonomy', 'always-ask:f_ship', 'contradicts:f_ship', 'sign'],
  ...['review', 'blocked', 'topic', 'open', 'none', 'disagree', 'steered'].map((risk) => `model:${risk}`),
  ...['none', 'floor', 'entity', 'answer', 'word', 'margin'].map((lack) => `no-item:${lack}`),
  ...intents.flatMap((intent) => [
    `hazard:${intent}`,
    `doubt:${intent}`,
    `block:${intent}`,
    `also:${intent}`,
    `never:${intent}`,
  ]),
  ...intents.flatMap((intent) => acts.map((act) => `never:${intent}.${act}`)),
];

test('a rationale consists of short sentences for a person, without the id of a rule or an intent, whatever the reason', () => {
  for (const intent of intents)
    for (const riskLevel of ['safe', 'review', 'blocked'] as const)
      for (const reason of reasons) {
        const said = rationale({ intent, answered: [], riskLevel, reason, used: ['item'] });
        expect(said, reason).toMatch(/^The message [^.:;]+\.( [A-Z][^.:;]+\.)*$/);
        expect(said.length, said).toBeLessThan(260);
        expect(said, reason).not.toMatch(/\w_\w|undefined|Topics|no-item|awaits-|because (?:a|of) /);
      }
});

test('a language is called by its everyday name', () => {
  const reason = 'language:es';
  expect(rationale({ intent: 'unclear', answered: [], riskLevel: 'review', reason, used: [] })).toContain('in Spanish');
});

test.each<[string, Intent]>([
  ['ok haha. how much is the Moon mug?', 'pricing'],
  ['mmkay hmm?? do you ship to Canada?', 'shipping'],
])('a few unclear words do not make the whole message unclear: %s', async (message, intent) => {
  const { decision } = await drafted(message);
  expect(decision.intent).toBe(intent);
});

test('thanks with an unknown word are answered with thanks, and not with a promise to look into it', async () => {
  const { decision } = await drafted('thank you so much, zorblax!');
  expect([decision.riskLevel, decision.reply]).toEqual(['safe', 'Thank you so much, that means a lot 💛']);
});

test('thanks that may mean the opposite are held for the creator', async () => {
  const { decision } = await drafted('thanks for nothing, zorblax!');
  expect([decision.riskLevel, decision.requiresCreator]).toEqual(['review', true]);
  expect(decision.rationale).toContain('It is left to the creator because the proposed answer may be incomplete.');
});

test('a greeting with praise is not a wish to buy', async () => {
  const { decision } = await drafted("hiii! just found your page through a friend and i'm obsessed 😍");
  expect(['greeting', 'praise']).toContain(decision.intent);
});

test("a message in a language that is not understood is unclear because of its language, whatever the classifier's result", async () => {
  const { decision } = await drafted('Salut, est-ce que vous livrez en France ? et combien coûte le carnet bleu ?');
  expect([decision.intent, decision.riskLevel]).toEqual(['unclear', 'review']);
  expect(decision.rationale).toContain('because the message is written in French');
});
