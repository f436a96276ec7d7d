import type { LanguageModel, ModelUse } from '../../domain/language-model.ts';
import { ModelFailure, type ModelFailureCause } from '../../domain/language-model.ts';
import { type Measures, noMeasures, type StageEnd } from '../../domain/measures.ts';
import { ServiceError } from '../../lib/errors.ts';
import { createValidator } from '../../lib/validator.ts';
import type { DraftInput, DraftOutput, Engine, ModelLeave } from '../engine.ts';
import { DraftTrace } from '../trace.ts';
import { answerSchema, type ModelReply, readAnswer } from './answer-form.ts';
import { type Brief, briefFor } from './brief.ts';
import { fallBack, type ModelNotes, wordedBy } from './decide.ts';
import { type Judgement, judgeReply } from './judge-reply.ts';
import { promptFor, type Refused } from './prompt.ts';

const name = 'model';
const readTrace = createValidator(DraftTrace, { subject: 'the trace' });

/**
 * The engine that lets a language model put the reply into words. The embedded engine understands first and decides what
 * the model may know; the guard judges what it wrote, once more after one repair; else the embedded reply stands.
 */
export function createModelEngine({
  embedded,
  model,
  measures = noMeasures,
}: {
  embedded: Engine;
  model: LanguageModel;
  measures?: Pick<Measures, 'modelUsed'>;
}): Engine {
  return {
    name,
    isImmediate: embedded.isImmediate === true,
    async draft(input, leave, stageEnded) {
      const own = await embedded.draft(input, undefined, stageEnded);
      if (leave === undefined) return own;
      const read = readTrace(own.trace);
      if (!read.ok) throw new Error('the embedded engine left a trace of another form');
      const brief = briefFor(input, own, read.value);
      return brief === null
        ? own
        : worded({ model, measures, input, leave, stageEnded, own, trace: read.value, brief });
    },
  };
}

interface Work {
  readonly model: LanguageModel;
  readonly measures: Pick<Measures, 'modelUsed'>;
  readonly input: DraftInput;
  readonly leave: ModelLeave;
  readonly stageEnded: StageEnd | undefined;
  readonly own: DraftOutput;
  readonly trace: DraftTrace;
  readonly brief: Brief;
}

async function worded(work: Work): Promise<DraftOutput> {
  const { model, own, trace, brief, input } = work;
  const { isRequired, timeoutMs } = model.settings;
  const startedMs = performance.now();
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const notes: ModelNotes = {
    given: [...brief.items, ...brief.phrases].map(({ id }) => id),
    risk: '',
    breaches: [],
  };
  // Told also where a required model failed, of which nothing is stored.
  const used = (outcome: ModelUse['outcome']): ModelUse => {
    const use = { outcome, ...spent, milliseconds: Math.round(performance.now() - startedMs) };
    work.measures.modelUsed(use);
    return use;
  };

  async function ask(refused: Refused | null): Promise<{ answer: ModelReply; judgement: Judgement }> {
    const prompt = promptFor(input, brief, { maxTokens: model.settings.maxInputTokens, refused });
    if (prompt === null) throw new ModelFailure('too_long');
    const asked = model.ask({
      ...prompt,
      ...work.leave,
      deadlineMs: startedMs + timeoutMs,
      schema: answerSchema,
      onCall: () => {
        spent.calls += 1;
      },
    });
    const { text, inputTokens, outputTokens } = await asked.finally(() => work.stageEnded?.('model'));
    spent.inputTokens += inputTokens;
    spent.outputTokens += outputTokens;
    const answer = readAnswer(text);
    if (answer === null) throw new ModelFailure('schema');
    notes.risk = riskier(notes.risk, answer.risk);
    // Of a message that only the model has understood its word is all there is.
    const isRefused = brief.language !== '' && answer.risk === 'blocked';
    if (answer.reply === '' || isRefused) throw new ModelFailure('declined');
    const judgement = judgeReply(answer, brief, input);
    work.stageEnded?.('guard');
    notes.breaches = judgement.findings.map((finding) => finding.slice(0, finding.indexOf(':')));
    return { answer, judgement };
  }

  try {
    let attempt = await ask(null);
    if (attempt.judgement.findings.length > 0)
      attempt = await ask({ reply: attempt.answer.reply, findings: attempt.judgement.findings });
    if (attempt.judgement.findings.length > 0) throw new ModelFailure('guard');
    return wordedBy({ ...attempt, own, trace, notes, use: used('used') });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    // No reply is an answer, too: that nothing approved fits.
    const use = used(error.reason);
    if (isRequired && error.reason !== 'declined') throw unavailable(error.reason);
    return fallBack({ own, trace, notes, use });
  }
}

const order = ['', 'safe', 'review', 'blocked'];

/** The higher of two words on the risk: what was said once is not taken back by a repair. */
function riskier(one: string, other: string): string {
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}

function unavailable(reason: ModelFailureCause): ServiceError {
  return new ServiceError('service_unavailable', {
    message: `The language model that this service is set to require gave no usable reply (${reason}); nothing was charged.`,
    retryAfterSeconds: 5,
  });
}
