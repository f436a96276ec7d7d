import { readDemoDocument } from '../../admin/demo-document.ts';
import { loadConfig } from '../../config.ts';
import { type ModelSettings, modelFailures } from '../../domain/language-model.ts';
import type { FormReport, ProbeCase } from '../../drafting/model/probe-forms.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createLog } from '../../lib/log.ts';
import { printableName } from '../../lib/printable.ts';
import { confirm } from '../confirm.ts';
import type { AsJson, Cli } from '../define.ts';
import { wrapText } from '../display-width.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { Printer } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { exitCodes } from '../terminal.ts';
import { modelCases } from './model-cases.ts';

const slowShare = 0.5;
/** The minimum share of right answers. Below it, `doctor` suggests a different model. */
const leastRight = 0.75;
const thousand = 1_000;

/**
 * Sends labelled demo messages to the configured model, with each kind of request. Reports the model's accuracy, its
 * speed, and the number of tokens used. Resolves to the exit code: 1 if the model returns nothing that a draft could
 * use.
 */
export async function doctorModel(cli: Cli, options: AsJson & { yes?: true }): Promise<number> {
  const { printer } = cli;
  const { model: settings } = loadConfig({ env: cli.env });
  if (settings === null)
    throw new OperatorError(
      'No language model is configured. Set UNDERSTUDY_MODEL, and also UNDERSTUDY_MODEL_BASE_URL if you run your own model server. See docs/models.md.',
    );
  const { probeForms, probeQuestions } = await import('../../drafting/model/probe-forms.ts');
  const { createLanguageModel } = await import('../../models/create-language-model.ts');
  const name = printableName(`${settings.provider}:${settings.name}`);
  const now = Date.now();
  const cases = await demoCases(now);
  printer.note(
    `${probeQuestions(cases)} requests to ${name}, with the demo's example messages. No fan's message is sent.`,
  );
  if (options.yes !== true && (await mayAsk(cli)) === false) {
    printer.note('The model was not asked.');
    return exitCodes.done;
  }
  const progress = createProgress(cli);
  let isWanted = true;
  const stopListening = onInterrupt(() => {
    isWanted = false;
  });
  const forms = await probeForms(createLanguageModel(settings, createLog({ level: 'silent' })), cases, {
    now,
    isWanted: () => isWanted,
    progress: progress.asking,
  }).finally(() => {
    stopListening();
    progress.stop();
  });
  const advice = adviceFor(forms, settings);
  const isOk = forms.some(({ form, inForm }) => form === 'reading' && inForm > 0);
  if (options.json) printer.json({ ok: isOk, model: name, forms, perThousandDrafts: perThousand(forms), advice });
  else show(printer, name, forms, advice);
  if (!isWanted) return exitCodes.interrupted;
  return isOk ? exitCodes.done : exitCodes.fault;
}

async function mayAsk(cli: Cli): Promise<boolean> {
  const answer = await confirm(cli, 'Ask the model?');
  if (answer === null)
    throw new OperatorError('The command cannot ask for confirmation without a terminal. Repeat it with --yes.');
  return answer;
}

async function demoCases(now: number): Promise<ProbeCase[]> {
  const [workspace] = (await readDemoDocument(now)).workspaces;
  return modelCases.flatMap(({ profileId, ...one }) => {
    const profile = workspace?.profiles?.find(({ id }) => id === profileId);
    return profile === undefined ? [] : [{ ...one, displayName: profile.displayName, persona: profile.persona ?? {} }];
  });
}

/** Estimates the number of tokens for 1,000 drafts with one reading each, and for 1,000 checks. */
function perThousand(forms: readonly FormReport[]) {
  const of = (form: FormReport['form'], tokens: 'inputTokens' | 'outputTokens'): number => {
    const found = forms.find((one) => one.form === form);
    return found === undefined || found.inForm === 0 ? 0 : Math.round((thousand * found[tokens]) / found.inForm);
  };
  return {
    inputTokens: of('reading', 'inputTokens'),
    outputTokens: of('reading', 'outputTokens'),
    checkInputTokens: of('check', 'inputTokens'),
    checkOutputTokens: of('check', 'outputTokens'),
  };
}

/** Suggests fixes for problems that were found, most urgent first. */
function adviceFor(forms: readonly FormReport[], { timeoutMs }: ModelSettings): string[] {
  const advice: string[] = [];
  const asked = forms.filter(({ asked: count }) => count > 0);
  const failed = (reason: keyof typeof modelFailures): boolean =>
    asked.some(({ failures }) => (failures[reason] ?? 0) > 0);
  if (failed('refused'))
    advice.push('The provider rejected the request. Check the key and the model name in UNDERSTUDY_MODEL.');
  if (failed('unreachable') || failed('circuit_open'))
    advice.push(
      'No server answered at this address. Check UNDERSTUDY_MODEL_BASE_URL, and check that the model server is running.',
    );
  if (failed('timeout') || asked.some(({ medianMs }) => medianMs > timeoutMs * slowShare))
    advice.push(
      `The model is too slow for the timeout of ${timeoutMs} ms. Raise UNDERSTUDY_MODEL_TIMEOUT_MS, or use a faster model.`,
    );
  if (failed('schema') || failed('malformed') || failed('too_large'))
    advice.push(
      'Some answers are not in the required format. Use a model or a server that follows a JSON Schema ("response_format"). A model that reasons before it answers needs a higher UNDERSTUDY_MODEL_MAX_OUTPUT_TOKENS. If the model\'s answer is invalid, the message is decided without it.',
    );
  if (failed('too_long')) advice.push('The prompt exceeds the token limit. Raise UNDERSTUDY_MODEL_MAX_INPUT_TOKENS.');
  for (const { form, inForm, right } of asked)
    if (inForm > 0 && right < leastRight * inForm)
      advice.push(
        form === 'wording'
          ? 'The guard rejects most of the model\'s wordings. Omit "drafting: { wording: true }"; composed replies are then used unchanged.'
          : `Its answers to "${form}" questions are often wrong. Try a larger model, and test it on your own messages with "understudy evaluate --model".`,
      );
  return advice;
}

function show(printer: Printer, name: string, forms: readonly FormReport[], advice: readonly string[]): void {
  const { bold, dim, green, red, yellow } = printer.colours;
  printer.line(bold(name));
  const tokens = (count: number, of: number): string =>
    of === 0 ? '–' : Math.round(count / of).toLocaleString('en-US');
  const seconds = (ms: number): string => (ms === 0 ? '–' : `${(ms / 1_000).toFixed(1)} s`);
  printer.table(
    [
      {
        title: '',
        paint: (cell) => (cell === '✓' ? green(cell) : cell === '✗' ? red(cell) : yellow(cell)),
      },
      { title: 'FORM' },
      { title: 'ASKED', align: 'right' },
      { title: 'VALID', align: 'right' },
      { title: 'RIGHT', align: 'right' },
      { title: 'MEDIAN', align: 'right' },
      { title: 'SLOWEST', align: 'right' },
      { title: 'TOKENS IN', align: 'right' },
      { title: 'OUT', align: 'right' },
    ],
    forms.map(({ form, asked, inForm, right, medianMs, slowestMs, inputTokens, outputTokens }) => [
      inForm === 0 ? '✗' : inForm === asked && right >= leastRight * asked ? '✓' : '!',
      form,
      String(asked),
      String(inForm),
      String(right),
      seconds(medianMs),
      seconds(slowestMs),
      tokens(inputTokens, inForm),
      tokens(outputTokens, inForm),
    ]),
  );
  for (const { form, failures } of forms) {
    const told = Object.entries(failures).map(([reason, count]) => `${count} × ${reasonInWords(reason)}`);
    if (told.length > 0) printer.line(dim(`${form}: ${told.join(', ')}`));
  }
  const { inputTokens, outputTokens, checkInputTokens, checkOutputTokens } = perThousand(forms);
  printer.line();
  if (inputTokens + outputTokens > 0)
    printer.line(
      `1,000 readings use about ${inputTokens.toLocaleString('en-US')} input and ${outputTokens.toLocaleString('en-US')} output tokens, and 1,000 checks use about ${checkInputTokens.toLocaleString('en-US')} and ${checkOutputTokens.toLocaleString('en-US')}. Most drafts need one reading and no check. Multiply by your provider's prices; a model on your own machine costs only time.`,
    );
  const width = Math.min(printer.columns ?? 100, 110) - 2;
  for (const one of advice)
    for (const [at, line] of wrapText(one, width).entries()) printer.line(at === 0 ? `→ ${line}` : `  ${line}`);
  if (advice.length === 0) printer.line(green('The model follows every format and reads messages well.'));
}

function reasonInWords(reason: string): string {
  const found = Object.entries(modelFailures).find(([cause]) => cause === reason);
  return found?.[1] ?? reason;
}
