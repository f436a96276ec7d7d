import { type LanguageModel, ModelFailure, type ModelFailureCause } from '../../domain/language-model.ts';
import type { Persona } from '../../domain/persona.ts';
import { type Assessment, assess } from '../assess.ts';
import type { DraftInput } from '../engine.ts';
import { examplePersona } from '../warm-up.ts';
import { judgeWording } from './judge-wording.ts';
import { createModelTalk, type ModelTalk } from './model-talk.ts';

/** A message with its correct reading. */
export interface ProbeCase {
  readonly displayName: string;
  readonly persona: Persona;
  readonly message: string;
  readonly risk: 'safe' | 'review' | 'blocked';
  /** The ids of the items that together answer the message; empty if no items do. */
  readonly items: readonly string[];
  /**
   * An item that sounds similar but does not answer the message. If this item is given, the check and the wording are
   * tested too.
   */
  readonly other?: string;
}

export const probedForms = ['reading', 'check', 'wording'] as const;

/** A model's results for the questions of one kind. */
export interface FormReport {
  readonly form: (typeof probedForms)[number];
  readonly asked: number;
  /** The number of answers in the required format. `right` counts the correct answers among them. */
  readonly inForm: number;
  readonly right: number;
  /** How often the model failed, by reason. */
  readonly failures: Readonly<Partial<Record<ModelFailureCause, number>>>;
  /** The median time of the answers in the required format, in milliseconds; 0 if there are none. */
  readonly medianMs: number;
  readonly slowestMs: number;
  /** The total of tokens, as counted by the provider. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface Asked {
  readonly failure: ModelFailure | null;
  readonly isRight: boolean;
  readonly milliseconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Returns the number of questions that `probeForms` asks about these cases. */
export function probeQuestions(cases: readonly ProbeCase[]): number {
  return cases.length + 3 * cases.filter(({ other }) => other !== undefined).length;
}

/**
 * Asks a model about each case with every kind of question. The questions are asked one after another, each with the
 * full time limit of a draft. Counts the model's failures, and stops early once `isWanted` returns false.
 */
export async function probeForms(
  model: LanguageModel,
  cases: readonly ProbeCase[],
  {
    now,
    isWanted = () => true,
    progress = () => {},
  }: { now: number; isWanted?: () => boolean; progress?: (done: number, of: number) => void },
): Promise<FormReport[]> {
  const asked: (Asked & Pick<FormReport, 'form'>)[] = [];
  for (const one of cases) {
    const ask = async (form: FormReport['form'], question: Question): Promise<void> => {
      if (!isWanted()) return;
      asked.push({ form, ...(await askOnce(model, one, question, now, isWanted)) });
      progress(asked.length, probeQuestions(cases));
    };
    await ask('reading', readsRight);
    const { other } = one;
    if (other === undefined) continue;
    const part = { text: one.message };
    await ask('check', async (talk) => (await talk.check({ ...part, items: one.items })) === 'fully');
    await ask('check', async (talk) => (await talk.check({ ...part, items: [other] })) !== 'fully');
    await ask('wording', async (talk) => {
      const answer = await talk.wording(one.items, []);
      return judgeWording(answer, { required: one.items, phrases: [] }, { ...one, now }).findings.length === 0;
    });
  }
  return probedForms.map((form) =>
    reportOf(
      form,
      asked.filter((one) => one.form === form),
    ),
  );
}

/**
 * Asks a model once, as a draft would, about an example creator.
 * @throws ModelFailure if the model fails or its answer is not in the required form
 */
export async function probeModel(model: LanguageModel): Promise<Asked> {
  const { failure, ...asked } = await askOnce(model, plainCase, readsRight, Date.now());
  if (failure !== null) throw failure;
  return { failure, ...asked };
}

const plainCase: ProbeCase = {
  displayName: 'Example Creator',
  persona: examplePersona,
  message: 'hi! do you ship to Brazil?',
  risk: 'safe',
  items: ['f_ship'],
};

type Question = (talk: ModelTalk, one: ProbeCase, assessment: Assessment) => Promise<boolean>;

/** Returns true if the model decides correctly whether the case is safe, and names exactly the right items. */
async function readsRight(talk: ModelTalk, one: ProbeCase, assessment: Assessment): Promise<boolean> {
  const { risk, parts } = await talk.reading(assessment);
  const named = new Set(parts.flatMap(({ items }) => items));
  const isSame = named.size === one.items.length && one.items.every((id) => named.has(id));
  return (risk === 'safe') === (one.risk === 'safe') && isSame;
}

async function askOnce(
  model: LanguageModel,
  one: ProbeCase,
  question: Question,
  now: number,
  isWanted: () => boolean = () => true,
): Promise<Asked> {
  const input: DraftInput = { ...one, history: [], relationship: null, awaitsCreator: false, now };
  const assessment = await assess(input);
  const startedMs = performance.now();
  const deadlineMs = startedMs + model.settings.timeoutMs;
  const permission = { workspaceId: '', isWanted };
  const talk = createModelTalk({ model, input, permission, deadlineMs, stageEnded: undefined });
  let [isRight, failure]: [boolean, ModelFailure | null] = [false, null];
  try {
    isRight = await question(talk, one, assessment);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    failure = error;
  }
  const { inputTokens, outputTokens } = talk.spent;
  return { failure, isRight, milliseconds: Math.round(performance.now() - startedMs), inputTokens, outputTokens };
}

function reportOf(form: FormReport['form'], asked: readonly Asked[]): FormReport {
  const answered = asked.filter(({ failure }) => failure === null);
  const times = answered.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const failures: Partial<Record<ModelFailureCause, number>> = {};
  for (const { failure } of asked) if (failure !== null) failures[failure.reason] = (failures[failure.reason] ?? 0) + 1;
  return {
    form,
    asked: asked.length,
    inForm: answered.length,
    right: answered.filter(({ isRight }) => isRight).length,
    failures,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    slowestMs: times.at(-1) ?? 0,
    inputTokens: asked.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: asked.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}
