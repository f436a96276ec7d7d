import {
  askModel,
  planTeaching,
  settingsForTeaching,
  type TeachingPlan,
  type TeachingRun,
} from '../../admin/teaching/ask-model.ts';
import type { TeachingPlace } from '../../admin/teaching/teaching-profile.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createLog } from '../../lib/log.ts';
import { printableName } from '../../lib/printable.ts';
import { confirm } from '../confirm.ts';
import type { Cli, OfWorkspace } from '../define.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { Printer } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { exitCodes } from '../terminal.ts';
import { withStore } from '../with-store.ts';
import { counted, showRefused } from './show-teaching.ts';

export interface TeachOptions extends OfWorkspace {
  readonly profile: string;
  readonly list?: true;
  readonly print?: true;
  readonly from?: string;
  readonly accept?: string;
  readonly reject?: string;
  readonly yes?: true;
}

/**
 * Shows an estimate, asks for confirmation, and asks the configured model for phrases. Stores the suggestions after
 * each request.
 */
export async function teachByModel(cli: Cli, place: TeachingPlace, { yes, json }: TeachOptions): Promise<void> {
  const { printer } = cli;
  await withStore(cli, async (store, config) => {
    if (config.model === null) {
      throw new OperatorError(
        "No language model is configured. Set UNDERSTUDY_MODEL, or use any chat assistant: --print prints a request, and --from reads the assistant's answer.",
      );
    }
    const settings = settingsForTeaching(config.model);
    const plan = await planTeaching(store, place, settings, Date.now());
    if (plan.items === 0) {
      if (json) return printer.json(empty);
      return printer.line(
        'Every approved item has enough phrases or waiting suggestions, so there is nothing to ask for.',
      );
    }
    showEstimate(printer, plan, `${settings.provider}:${settings.name}`);
    if (yes !== true && (await mayAsk(cli)) === false) {
      printer.note('The model was not asked.');
      return;
    }
    const { createLanguageModel } = await import('../../models/create-language-model.ts');
    const model = createLanguageModel(settings, createLog({ level: 'silent' }));
    const progress = createProgress(cli);
    let isWanted = true;
    const stopListening = onInterrupt(() => {
      isWanted = false;
    });
    const run = await askModel(store, place, model, plan, {
      isWanted: () => isWanted,
      progress: progress.asking,
    }).finally(() => {
      stopListening();
      progress.stop();
    });
    if (run.missing.length > 0) cli.setExitCode(isWanted ? exitCodes.fault : exitCodes.interrupted);
    if (json) printer.json({ ...run, left: plan.left });
    else showRun(printer, run, plan.left);
  });
}

const empty: TeachingRun & { left: number } = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  suggested: 0,
  refused: [],
  missing: [],
  left: 0,
};

async function mayAsk(cli: Cli): Promise<boolean> {
  const answer = await confirm(cli, 'Ask the model?');
  if (answer === null)
    throw new OperatorError('The command cannot ask for confirmation without a terminal. Repeat it with --yes.');
  return answer;
}

function showEstimate(printer: Printer, plan: TeachingPlan, model: string): void {
  const { batches, items, left, inputTokens, outputTokens } = plan;
  printer.note(
    `${counted(items, 'item')} of ${printableName(plan.displayName)} in ${counted(batches.length, 'request')} to ${printableName(model)}: about ${thousands(inputTokens)} input and ${thousands(outputTokens)} output tokens. Your approved texts are sent to the model, but no fan's message is.`,
  );
  if (left > 0) printer.note(`${counted(left, 'more item')} ${left === 1 ? 'is' : 'are'} left for another run.`);
}

function showRun(printer: Printer, run: TeachingRun, left: number): void {
  const { green, yellow } = printer.colours;
  const { requests, inputTokens, outputTokens, suggested, refused, missing } = run;
  printer.line(
    `${green('✓')} ${counted(suggested, 'new suggestion')} from ${counted(requests, 'request')} (${thousands(inputTokens)} input and ${thousands(outputTokens)} output tokens).`,
  );
  if (refused.length > 0) {
    printer.line(`${yellow('!')} ${counted(refused.length, 'phrase')} left out:`);
    showRefused(printer, refused);
  }
  for (const { itemIds, reason } of missing.slice(0, 10))
    printer.line(`${yellow('!')} No suggestions for ${itemIds.map(printableName).join(', ')}: ${reason}.`);
  if (missing.length > 0 || left > 0)
    printer.line(
      'Repeat the command for the remaining items. It does not ask again about items that have suggestions.',
    );
  if (suggested > 0) printer.line('Accept them with --accept all or --accept ITEM. Until then they have no effect.');
}

function thousands(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000).toLocaleString('en-US')},000`;
}
