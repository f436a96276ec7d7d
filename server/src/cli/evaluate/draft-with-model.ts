import { resolve } from 'node:path';
import { ungroundedValues } from '../../admin/evaluate/claim-check.ts';
import { type KeptOutcomes, openKeptOutcomes, runDigest } from '../../admin/evaluate/kept-outcomes.ts';
import type { EvaluationCase } from '../../admin/evaluate/read-cases.ts';
import { type CaseOutcome, type CaseResult, runCases } from '../../admin/evaluate/run-cases.ts';
import { trainProfiles } from '../../admin/evaluate/train-profiles.ts';
import { loadConfig } from '../../config.ts';
import { type ModelFailureCause, type ModelSettings, modelFailures } from '../../domain/language-model.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createLog } from '../../lib/log.ts';
import { printableName } from '../../lib/printable.ts';
import { TrainingStopped } from '../../teaching/create-trainer.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { createProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';

/** The run stops after this many failures in a row, because the rest would probably fail too. */
const mostFailures = 5;
const mostAtOnce = 8;

/** The results of a run with a language model. */
export interface ModelRun {
  /** The results in the order of the cases. If the run was interrupted, there are fewer results than cases. */
  readonly results: readonly CaseResult[];
  /** The number of finished cases, including those of earlier runs. */
  readonly done: number;
  readonly isWhole: boolean;
  /** The time of arrival that is assumed for messages without one. */
  readonly now: number;
  readonly name: string;
}

/**
 * Drafts the cases with the configured language model. `keep` is the path of a file that stores the result of each
 * case. If the run is repeated, cases with a stored result are skipped.
 * @throws OperatorError when no model is configured, the file does not match, or the model fails repeatedly
 */
export async function draftWithModel(
  terminal: Terminal,
  cases: readonly EvaluationCase[],
  { now, keep, progress }: { now: number; keep: string | undefined; progress: ReturnType<typeof createProgress> },
): Promise<ModelRun> {
  const { model: settings } = loadConfig({ env: terminal.env });
  if (settings === null)
    throw new OperatorError(
      'No language model is configured. Set UNDERSTUDY_MODEL, or omit --model to measure the service without one.',
    );
  const profiles = new Set(cases.map(({ profile }) => profile));
  const kept = keep === undefined ? undefined : openKept(terminal, keep, settings, cases, now);
  const at = kept?.now ?? now;
  const interrupt = new AbortController();
  let failures: ModelFailureCause[] = [];
  const isWanted = (): boolean => !interrupt.signal.aborted && failures.length < mostFailures;
  const stopListening = onInterrupt(() => interrupt.abort());
  const name = printableName(`${settings.provider}:${settings.name}`);
  const classifiers = await trainProfiles(profiles, progress.teaching, interrupt.signal).catch((error: unknown) => {
    if (error instanceof TrainingStopped) return null;
    throw error;
  });
  if (classifiers === null) return { done: kept?.outcomes.size ?? 0, results: [], isWhole: false, now: at, name };
  const { createModelEngine } = await import('../../drafting/model/create-model-engine.ts');
  const { createLanguageModel } = await import('../../models/create-language-model.ts');
  // The report counts model failures. They must not end the run, although they end a draft for which the model is
  // required.
  const model = createLanguageModel({ ...settings, isRequired: false }, createLog({ level: 'silent' }));
  const results = await runCases(cases, {
    engine: createModelEngine({ model }),
    classifiers,
    now: at,
    checkClaims: ungroundedValues,
    permission: { workspaceId: '', isWanted },
    atOnce: Math.min(mostAtOnce, settings.concurrencyPerWorkspace),
    ...(kept && { kept: kept.outcomes }),
    onProgress: progress.drafting,
    onOutcome: (place: number, outcome: CaseOutcome) => {
      kept?.keep(place, outcome);
      const ended = outcome.model?.outcome;
      if (ended === 'used') failures = [];
      else if (ended !== undefined) failures.push(ended);
    },
  }).finally(stopListening);
  const reason = failures.at(-1);
  if (failures.length >= mostFailures && reason !== undefined)
    throw new OperatorError(
      `The language model failed ${mostFailures} times in a row: ${modelFailures[reason]}. "understudy doctor --model" shows what is wrong.${keep === undefined ? '' : ` The results so far are in ${keep}; repeat the command to continue.`}`,
    );
  return { done: results.length, results, isWhole: results.length === cases.length, now: at, name };
}

function openKept(
  { env }: Terminal,
  name: string,
  { provider, name: model, baseUrl }: ModelSettings,
  cases: readonly EvaluationCase[],
  now: number,
): KeptOutcomes {
  const callerFolder = env['INIT_CWD'];
  const path = callerFolder === undefined ? name : resolve(callerFolder, name);
  return openKeptOutcomes(path, name, { run: runDigest([provider, model, baseUrl, cases]), now });
}
