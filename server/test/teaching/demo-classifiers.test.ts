import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoClassifier, demoClassifierPath } from '../../src/admin/demo-classifiers.ts';
import { readDemoDocument } from '../../src/admin/demo-document.ts';
import { judgePhrases } from '../../src/drafting/answer/judge-phrases.ts';
import { trainPersona } from '../../src/teaching/train-persona.ts';

const { workspaces } = await readDemoDocument(Date.now());
const profiles = workspaces.flatMap((workspace) => workspace.profiles ?? []);

test('the classifiers that ship with the demo are those that training produces from its document; if not, run "npm run train:demo"', () => {
  for (const { id, persona = {} } of profiles) {
    const trained = trainPersona(persona);
    expect([id, readFileSync(demoClassifierPath(id)).equals(trained.bytes)]).toEqual([id, true]);
    expect(demoClassifier(id, persona)?.hash).toBe(trained.hash);
  }
});

test('a changed persona in the demo does not get the classifier that ships with it', () => {
  for (const { id, persona = {} } of profiles) {
    const [first, ...others] = persona.facts ?? [];
    const changed = {
      ...persona,
      facts: [...(first === undefined ? [] : [{ ...first, aliases: ['anything'] }]), ...others],
    };
    expect([id, demoClassifier(id, changed)]).toEqual([id, null]);
  }
  expect(demoClassifier('prof_nobody', {})).toBeNull();
});

test('every approved item in the demo has at least 30 phrases and 9 near misses, and each of them is used', () => {
  for (const { persona = {} } of profiles) {
    expect(judgePhrases(persona)).toEqual([]);
    for (const item of [...(persona.facts ?? []), ...(persona.offers ?? [])]) {
      if (item.approved === false) continue;
      expect([item.id, (item.aliases ?? []).length >= 30]).toEqual([item.id, true]);
      expect([item.id, (item.nearMisses ?? []).length >= 9]).toEqual([item.id, true]);
    }
  }
});
