import { closeSync, openSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { parseDocument } from '../../admin/documents/parse-document.ts';
import { readDocumentFile } from '../../admin/documents/read-document-file.ts';
import { validateDocument } from '../../admin/documents/validate-document.ts';
import { ungroundedValues } from '../../admin/evaluate/claim-check.ts';
import { evaluate } from '../../admin/evaluate/evaluation.ts';
import { type EvaluationCase, readEvaluationCases } from '../../admin/evaluate/read-cases.ts';
import { runCases } from '../../admin/evaluate/run-cases.ts';
import { trainProfiles } from '../../admin/evaluate/train-profiles.ts';
import { createEmbeddedEngine } from '../../drafting/embedded-engine.ts';
import { OperatorError } from '../../lib/errors.ts';
import { type AsJson, type Cli, describe, json } from '../define.ts';
import { draftWithModel } from '../evaluate/draft-with-model.ts';
import { reportPage } from '../evaluate/report-page.ts';
import { showEvaluation } from '../evaluate/show-evaluation.ts';
import { modelUseOf, showModelUse } from '../evaluate/show-model-use.ts';
import { instant } from '../option-values.ts';
import { createProgress } from '../progress.ts';
import { exitCodes } from '../terminal.ts';

export const commands = { evaluate: defineEvaluate };

function defineEvaluate(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      'Trains classifiers from a workspace document, drafts replies to a file of labelled messages, and reports how often the decisions, replies and suggestions are right, each with its 95 % interval. It also lists the items that need more phrases. It does not read or change any store.',
      '',
      'With --model, the configured language model reads the messages, as in a workspace that uses it. Understudy sends the messages to it, and you pay for the calls. Ctrl-C stops a run; with --results, the same command continues where the run stopped.',
      '',
      'Each case is a JSON object on its own line: profile, message, intent, risk (safe, review or blocked), and optionally items, history, kind, hazard and now. docs/evaluation.md describes them and every measure.',
    ].join('\n'),
    examples: [
      ['evaluate cases.jsonl --file creators.yaml', 'prints the measures in the terminal'],
      [
        'evaluate cases.jsonl --file creators.yaml --html report.html',
        'also writes a page with curves and wrong decisions',
      ],
      ['evaluate cases.jsonl --file creators.yaml --fail-on false-safe', 'for CI pipelines'],
      ['evaluate cases.jsonl --file creators.yaml --model --results run.jsonl', 'uses the configured language model'],
    ],
  })
    .requiredOption('-f, --file <document>', 'the workspace document with the creators')
    .option('--model', 'let the configured language model read the messages')
    .option('--results <file>', 'with --model: store the result of each case, and continue from an earlier run')
    .option('--html <file>', 'also write a report as one HTML file')
    .option('--now <time>', 'the arrival time of messages that do not specify one (default: now)', instant)
    .addOption(
      new Option('--fail-on <what>', 'exit with 1 if a message with a hazard is decided as safe').choices([
        'false-safe',
      ]),
    )
    .addOption(json())
    .action((cases, options) => evaluateFile(cli, { cases, ...options }));
}

interface EvaluateOptions extends AsJson {
  readonly cases: string;
  readonly file: string;
  readonly html?: string;
  readonly now?: number;
  readonly failOn?: 'false-safe';
  readonly model?: true;
  readonly results?: string;
}

const anExample = '{"profile":"prof_x","message":"do you ship to Spain?","intent":"shipping","risk":"safe"}';

/** The maximum number of faulty lines that are listed. */
const maxFaults = 20;

/**
 * Drafts replies to a file of cases, with the configured language model if the caller asks for it. Prints the measures,
 * and optionally writes a report for a browser.
 */
async function evaluateFile(cli: Cli, options: EvaluateOptions): Promise<void> {
  const { printer } = cli;
  const callerFolder = cli.env['INIT_CWD'];
  const document = await readDocument(options.file, callerFolder);
  const source = basename(options.cases);
  const content = readDocumentFile(options.cases, callerFolder).toString('utf8');
  const { cases, faults } = readEvaluationCases(content, source, document);
  const told =
    faults.length > maxFaults ? [...faults.slice(0, maxFaults), `… and ${faults.length - maxFaults} more`] : faults;
  if (cases.length === 0)
    throw new OperatorError(
      `${options.cases} has no valid case. Each case is a JSON object on its own line: ${anExample}. docs/evaluation.md describes the format.`,
      told,
    );
  // Checks before the run that the report can be written, because a long run should not end with an error about the
  // report's path.
  const page = options.html === undefined ? undefined : openReport(options.html, callerFolder);
  if (faults.length > 0) {
    const { bold, yellow, dim } = printer.errorColours;
    printer.note(
      `${yellow(bold('!'))} ${faults.length} of ${faults.length + cases.length} lines are not valid cases and are left out:`,
    );
    for (const fault of told) printer.note(`  ${dim('·')} ${fault}`);
  }
  if (options.results !== undefined && options.model !== true)
    throw new OperatorError('--results stores the answers of a language model for each case, so it requires --model.');
  const startedAt = options.now ?? Date.now();
  const progress = createProgress(cli);
  const run = await (options.model
    ? draftWithModel(cli, cases, { now: startedAt, keep: options.results, progress })
    : draftAll(cases, startedAt, progress)
  ).finally(() => progress.stop());
  if (!run.isWhole) {
    const wayOut =
      options.results === undefined
        ? 'The results were not stored. With --results FILE, a repeated command continues where the run stopped.'
        : `The results are in ${options.results}; repeat the command to continue.`;
    printer.note(`Stopped after ${run.done} of ${cases.length} cases. ${wayOut}`);
    return cli.setExitCode(exitCodes.interrupted);
  }
  const { results, now } = run;
  const evaluation = evaluate(results);
  const use = run.name === null ? null : modelUseOf(run.name, results);
  const about = { title: source, at: new Date(now).toISOString(), leftOut: faults.length };
  if (page !== undefined) writeFileSync(page, reportPage(evaluation, about));
  if (options.json) printer.json({ ...about, ...evaluation, ...(use && { model: use }) });
  else showEvaluation(printer, evaluation, about);
  if (use !== null && !options.json) showModelUse(printer, use);
  if (options.html !== undefined) printer.note(`The report is in ${options.html}.`);
  const falseSafe =
    results.length > 0 && evaluation.measures.some(({ id, hits = 0 }) => id === 'false-safe' && hits > 0);
  if (options.failOn === 'false-safe' && falseSafe) cli.setExitCode(exitCodes.fault);
}

async function draftAll(cases: readonly EvaluationCase[], now: number, progress: ReturnType<typeof createProgress>) {
  const profiles = new Set(cases.map(({ profile }) => profile));
  const results = await runCases(cases, {
    engine: createEmbeddedEngine(),
    classifiers: await trainProfiles(profiles, progress.teaching),
    now,
    checkClaims: ungroundedValues,
    onProgress: progress.drafting,
  });
  return { results, done: results.length, isWhole: true, now, name: null };
}

async function readDocument(file: string, callerFolder: string | undefined) {
  const name = basename(file);
  return validateDocument(await parseDocument(readDocumentFile(file, callerFolder), name), name);
}

/**
 * Returns the report's path after checking that it is writable.
 * @throws OperatorError with the reason if it is not
 */
function openReport(file: string, callerFolder: string | undefined): string {
  const path = callerFolder === undefined ? file : resolve(callerFolder, file);
  try {
    closeSync(openSync(path, 'a'));
    return path;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
    throw new OperatorError(`${file} cannot be written: ${unwritable[code] ?? code}.`);
  }
}

const unwritable: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'you do not have permission to write to it',
  EROFS: 'writing is not permitted there',
};
