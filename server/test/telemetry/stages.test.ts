import { expect, onTestFinished, test } from 'vitest';
import type { Stage } from '../../src/domain/measures.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { createModelEngine } from '../../src/drafting/model/create-model-engine.ts';
import { createLog } from '../../src/lib/log.ts';
import { createLanguageModel } from '../../src/models/create-language-model.ts';
import { settingsFor } from '../models/support.ts';
import { obedient, startStubModel } from '../support/stub-model.ts';
import { classifierOf } from '../support/taught-at-once.ts';
import { sampleWorkspace } from '../support/world.ts';

const [profile] = sampleWorkspace('ws_stages').profiles ?? [];
const input = {
  message: 'do you ship to Brazil?',
  history: [],
  displayName: 'Aurora Lane',
  persona: profile?.persona ?? {},
  relationship: null,
  awaitsCreator: false,
  now: Date.parse('2026-03-01T12:00:00Z'),
  classifier: classifierOf(profile?.persona ?? {}),
};

test('a draft is the same, byte for byte, whether or not its stages are measured', async () => {
  const engine = createEmbeddedEngine();
  const told: Stage[] = [];
  const heard = await engine.draft(input, undefined, (stage) => told.push(stage));
  expect(JSON.stringify(heard)).toBe(JSON.stringify(await engine.draft(input)));
  expect(told).toEqual(['understanding', 'retrieval', 'composition', 'guard']);
});

test('a draft that a model words reports the model, and the guard over its words, as separate stages', async () => {
  const stub = await startStubModel({ kind: 'answer', with: obedient });
  onTestFinished(() => stub.close());
  const model = createLanguageModel(settingsFor(stub), createLog({ level: 'silent' }));
  const engine = createModelEngine({ model });
  const told: Stage[] = [];
  const leave = { workspaceId: 'ws_stages', isWanted: () => true };
  const { modelUse } = await engine.draft(input, leave, (stage) => told.push(stage));
  expect(modelUse?.outcome).toBe('used');
  expect(told).toEqual(['understanding', 'retrieval', 'composition', 'guard', 'model', 'composition', 'guard']);
});
