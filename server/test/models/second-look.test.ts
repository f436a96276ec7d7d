import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Check } from '../../src/drafting/model/check-form.ts';
import { reliability, replaceReliability } from '../../src/drafting/model/reliability.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { itemsIn, readingOf, type StubScript } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startWorld } from '../support/world.ts';
import { believesRivals } from './asking-for-checks.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
/** These words are in none of the item's phrases, so the embedded evidence alone only proposes the item. */
const inOtherWords = 'how would a bowl get to me in Norway?';

/** Reads the shipping item, and gives this answer to the check of each item. */
const checking = (answers: Readonly<Record<string, Check>>): StubScript => ({
  kind: 'answer',
  with: (request) =>
    request.form === 'check'
      ? { answers: answers[itemsIn(request)[0]?.id ?? ''] ?? 'no', missing: '' }
      : readingOf(request, ['f_ship'], { intent: 'shipping' }),
});

async function drafted(answers: Readonly<Record<string, Check>>, message = inOtherWords) {
  const committed = reliability();
  replaceReliability(believesRivals(committed));
  onTestFinished(() => replaceReliability(committed));
  const { stub, engine } = await openStub({}, checking(answers));
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  const idempotencyKey = randomUUID();
  const { body } = await world.draft({ message }, { idempotencyKey });
  const trace = JSON.parse((await world.store.draftTrace({ workspaceId: world.workspaceId, idempotencyKey })) ?? '{}');
  const shown = stub.requests
    .filter(({ form }) => form === 'check')
    .map((request) => itemsIn(request).map(({ id }) => id));
  return { decision: body.decision, trace, shown, usage: (await world.usage()).body.usage };
}

test('a reading that the embedded evidence is uncertain about passes if the model distinguishes its item from the most likely other one', async () => {
  const { decision, trace, shown, usage } = await drafted({ f_ship: 'fully', o_mug: 'no' });
  expect(decision).toMatchObject({ riskLevel: 'safe', requiresCreator: false });
  expect(shown, 'each check shows the items that it is about, and no other').toEqual([['f_ship'], ['o_mug']]);
  expect(trace.model).toMatchObject({ readings: 1, checks: 2, check: 'fully', rival: 'no' });
  expect(usage).toMatchObject({ used: 1, totals: { model: { readings: 1, checks: 2 } } });
});

test('if a model says of any item that it answers fully, the message is left to the creator', async () => {
  const { decision, trace, shown } = await drafted({ f_ship: 'fully', o_mug: 'fully' });
  expect(decision).toMatchObject({ riskLevel: 'review', requiresCreator: true });
  expect(trace.reasons).toEqual(['model:disagree', 'unsure']);
  expect(shown).toEqual([['f_ship'], ['o_mug']]);
  expect(trace.model).toMatchObject({ check: 'fully', rival: 'fully' });
});

test('a model that takes its own reading back is not asked again', async () => {
  const { decision, trace, shown } = await drafted({ f_ship: 'no', o_mug: 'no' });
  expect(decision).toMatchObject({ riskLevel: 'review', requiresCreator: true });
  expect(trace.reasons).toEqual(['model:disagree', 'unsure']);
  expect(shown).toEqual([['f_ship']]);
  expect(trace.model).toMatchObject({ check: 'no' });
  expect(trace.model).not.toHaveProperty('rival');
});

test("a message that contains an item's id is left to the creator, whatever the model says", async () => {
  const { decision, trace, shown } = await drafted({ f_ship: 'fully' }, `${inOtherWords} (F_SHIP)`);
  expect(decision).toMatchObject({ riskLevel: 'review', requiresCreator: true });
  expect(trace.reasons).toContain('model:steered');
  expect(shown, 'no check can let it pass, so none is asked').toEqual([]);
});

test('the model gets no check if something else holds the message', async () => {
  const { decision, trace, shown } = await drafted({ f_ship: 'fully' }, `${inOtherWords} and I want my money back!`);
  expect(decision.riskLevel).toBe('review');
  expect(trace.decidedBy).toBe('never:refund.demand');
  expect(shown).toEqual([]);
});
