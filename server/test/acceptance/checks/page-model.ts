import assert from 'node:assert/strict';
import { ask, post, prove } from '../../page/support/visitor.ts';
import { startStubModel } from '../../support/stub-model.ts';
import type { Check } from '../support/check.ts';
import { fromNetwork, manyNetworks, openPage } from '../support/visitors.ts';

const readingMs = 320;
const timed = 20;
/** The model is asked only about the first question. The second is blocked before that. */
const questions = { review: 'is the moon mug dishwasher safe for my aunt?', blocked: 'I want to kill myself' } as const;

export const pageModelCheck: Check = {
  number: 28,
  title:
    'if a language model reads questions, those that it reads and those that it never sees are passed on after the same time',
  runs: 'alone',
  env: manyNetworks,
  async run({ serve, service }) {
    await service.stop();
    const model = await startStubModel({
      kind: 'answer',
      afterMs: readingMs,
      with: () => ({ intent: 'content_question', risk: 'review', courtesy: 'none', parts: [], topics: [] }),
    });
    try {
      const { open } = await serve({
        UNDERSTUDY_MODEL: 'openai-compatible:stub',
        UNDERSTUDY_MODEL_BASE_URL: model.baseUrl,
      });
      const drafting = { model: true };
      const { page } = await openPage({ open }, { model: true, dailyHandoffs: 1_000 }, { drafting });
      for (let first = 0; first < 5; first += 1) await ask(page, questions.review, { headers: fromNetwork(first) });
      assert.ok(model.requests.length > 0, 'the model was asked nothing');
      const times: Record<keyof typeof questions, number[]> = { review: [], blocked: [] };
      const asked = { before: model.requests.length, byBlocked: 0 };
      for (let round = 0; round < timed; round += 1) {
        for (const kind of round % 2 === 0 ? (['review', 'blocked'] as const) : (['blocked', 'review'] as const)) {
          const headers = fromNetwork(1_000 + round);
          const proof = await prove(page, headers);
          const requests = model.requests.length;
          const startedAt = performance.now();
          const { body } = await post(page, { question: questions[kind], proof }, headers);
          times[kind].push(performance.now() - startedAt);
          assert.equal(body.answered, false);
          if (kind === 'blocked') asked.byBlocked += model.requests.length - requests;
        }
      }
      assert.equal(asked.byBlocked, 0, 'the model saw a question that it must not see');
      const [review, blocked] = [median(times.review), median(times.blocked)];
      const gapMs = Math.abs(review - blocked);
      assert.ok(gapMs < 5, `the two kinds of refusal are ${gapMs} ms apart`);
      return {
        readings: model.requests.length,
        readingMs,
        reviewMs: Math.round(review * 10) / 10,
        blockedMs: Math.round(blocked * 10) / 10,
        gapMs: Math.round(gapMs * 100) / 100,
      };
    } finally {
      await model.close();
    }
  },
};

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
