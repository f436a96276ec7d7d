import type { LanguageModel, ModelUse } from '../../domain/language-model.ts';
import { ModelFailure, type ModelFailureCause } from '../../domain/language-model.ts';
import { type Measures, noMeasures, type StageEnd } from '../../domain/measures.ts';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';
import { type Assessment, assess } from '../assess.ts';
import { embeddedFinding, type Finding } from '../decide/finding.ts';
import type { DraftInput, DraftOutput, Engine, ModelPermission } from '../engine.ts';
import { type SettledDraft, settle } from '../settle.ts';
import { type SecondLook, unlooked } from './check-form.ts';
import { foreignFinding, mayRead } from './may-read.ts';
import { modelFinding } from './model-finding.ts';
import { createModelTalk, type ModelTalk } from './model-talk.ts';
import type { ReadingCache } from './reading-cache.ts';
import { weighReading } from './reading-evidence.ts';
import type { Reading } from './reading-form.ts';
import { reliability } from './reliability.ts';
import { secondLook } from './second-look.ts';
import { worded } from './worded.ts';

/**
 * Creates the engine in which a language model reads messages in addition to the embedded readers. The model chooses
 * among approved items, and the engine's code composes the reply from the chosen items. The vetoes and the guard are
 * the same as in the embedded engine. If the model fails, the decision of the embedded engine is used.
 */
export function createModelEngine({
  model,
  measures = noMeasures,
  readings = null,
}: {
  model: LanguageModel;
  measures?: Pick<Measures, 'modelUsed'>;
  /** The cache of readings for repeated drafts; null, the default, keeps none. */
  readings?: ReadingCache | null;
}): Engine {
  reliability();
  return {
    name: 'model',
    async draft(input, permission, stageEnded) {
      const assessment = await assess(input, stageEnded);
      const alone = embeddedFinding(assessment.answer, assessment.courtesy, input.autonomy);
      const own = settle(input, assessment, alone, stageEnded);
      if (permission === undefined || !mayRead(input, assessment, own)) return own;
      return read({ model, measures, readings, input, permission, stageEnded, assessment, alone, own });
    },
  };
}

interface Work {
  readonly model: LanguageModel;
  readonly measures: Pick<Measures, 'modelUsed'>;
  readonly readings: ReadingCache | null;
  readonly input: DraftInput;
  readonly permission: ModelPermission;
  readonly stageEnded: StageEnd | undefined;
  readonly assessment: Assessment;
  readonly alone: Finding;
  /** The decision without the model. */
  readonly own: SettledDraft;
}

async function read(work: Work): Promise<DraftOutput> {
  const { model, input, own, measures, readings, assessment, alone, permission, stageEnded } = work;
  const startedMs = performance.now();
  const deadlineMs = startedMs + model.settings.timeoutMs;
  const talk = createModelTalk({ model, input, permission, deadlineMs, stageEnded, readings });
  // The model's use is also reported if a required model failed, although nothing is stored in that case.
  const used = (outcome: ModelUse['outcome']): ModelUse => {
    const milliseconds = Math.round(performance.now() - startedMs);
    const use = { outcome, ...talk.spent, milliseconds, ...(talk.isCached && { isCached: true }) };
    measures.modelUsed(use);
    return use;
  };
  const { wanted, probability } = alone;
  const notes = {
    alone: { items: wanted.map(({ item }) => item.id), probability: Math.round(probability * 1000) / 1000 },
  };
  try {
    const reading = await talk.reading(assessment);
    const { decision, ...looks } = await decided(work, talk, reading);
    const { draft, wording, breaches } = await worded(input, permission, decision, talk);
    return withModel(draft, used('used'), {
      ...notes,
      given: talk.given,
      reading,
      ...looks,
      wording,
      breaches,
    });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const use = used(error.reason);
    if (model.settings.isRequired) throw unavailable(error.reason);
    const decision = {
      ...own.decision,
      rationale: `${own.decision.rationale} The language model was not used because ${error.message}.`,
    };
    const nothing = { reading: null, check: '', wording: '', breaches: [], evidence: [] };
    return withModel({ ...own, decision }, use, { ...notes, given: talk.given, ...nothing });
  }

  async function decided(_: Work, ask: ModelTalk, reading: Reading) {
    if (!assessment.understanding.language.isUnderstood) {
      const finding = await foreignFinding(input, assessment, reading, alone);
      return { decision: settle(input, assessment, finding, stageEnded), check: '', evidence: [] };
    }
    const answered = { ...reading, parts: reading.parts.filter(({ items }) => items.length > 0) };
    const evidence = await weighReading(input, assessment, answered);
    const isBalanced = input.autonomy === 'balanced';
    const findingWith = (look: SecondLook): Finding =>
      modelFinding(reading, evidence, alone, assessment.courtesy, isBalanced, look);
    const unchecked = settle(input, assessment, findingWith(unlooked), stageEnded);
    const look = await secondLook({ input, assessment, reading: answered, evidence, unchecked, findingWith }, ask);
    const decision = look.check === null ? unchecked : settle(input, assessment, findingWith(look), stageEnded);
    return {
      decision,
      check: look.check ?? '',
      ...(look.rival !== null && { rival: look.rival }),
      evidence: [...evidence.features(look)].map((value) => Math.round(value * 1000) / 1000),
    };
  }
}

type Notes = Omit<NonNullable<SettledDraft['trace']['model']>, keyof ModelUse | 'reading' | 'given' | 'breaches'> & {
  readonly given: readonly string[];
  readonly breaches: readonly string[];
  readonly reading: Reading | null;
};

function withModel(draft: SettledDraft, use: ModelUse, { reading, given, breaches, ...notes }: Notes): DraftOutput {
  const shown = reading && { ...reading, parts: reading.parts.map((part) => ({ ...part, items: [...part.items] })) };
  const model = { ...use, ...notes, given: [...given], breaches: [...breaches], reading: shown };
  const { trial } = draft.trace;
  return { ...draft, trace: { ...draft.trace, ...(trial && { trial }), model }, modelUse: use };
}

function unavailable(reason: ModelFailureCause): ServiceError {
  return new ServiceError('service_unavailable', {
    message: errorCatalogue.service_unavailable.cases.model(reason),
    retryAfterSeconds: 5,
  });
}
