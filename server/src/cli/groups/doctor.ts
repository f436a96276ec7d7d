import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { describeSettings } from '../../settings/describe-settings.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { type AsJson, type Cli, describe, json } from '../define.ts';
import { wrapText } from '../display-width.ts';
import { doctorModel } from '../doctor/ask-model.ts';
import { checkMachine } from '../doctor/check-machine.ts';
import { checkModel } from '../doctor/check-model.ts';
import { checkNetwork } from '../doctor/check-network.ts';
import { checkMail, checkSecrets, checkWebhooks } from '../doctor/check-notifications.ts';
import { checkPages } from '../doctor/check-pages.ts';
import { checkContents, checkStore } from '../doctor/check-store.ts';
import { type Finding, fail, ok } from '../doctor/finding.ts';
import type { Printer } from '../printer.ts';
import { exitCodes } from '../terminal.ts';

export const commands = { doctor: defineDoctor };

function defineDoctor(command: Command, cli: Cli): void {
  describe(command, {
    description:
      'Checks the configuration, store, clock, limits, notifications and language model, and suggests a fix for each problem.',
    examples: [
      ['doctor', 'exits with code 1 if a check fails'],
      ['doctor --model --yes', 'sends the language model about 25 questions, and reports how good and how fast it is'],
      ['doctor --settings', 'lists every setting with its default'],
    ],
  })
    .option('--settings', 'list every setting instead')
    .option(
      '--model',
      'measure the configured language model on the demo instead; asks for confirmation first, because the calls cost money',
    )
    .option('--yes', 'with --model: do not ask for confirmation')
    .addOption(json())
    .action(async (options) => {
      if (options.model) {
        return cli.setExitCode(await doctorModel(cli, options));
      }
      if (options.settings) {
        return showSettings(cli, options);
      }
      cli.setExitCode(await doctor(cli, options));
    });
}

/** Checks the whole installation. Resolves to the exit code: 1 if a check fails. */
async function doctor(cli: Cli, options: AsJson): Promise<number> {
  const { printer } = cli;
  const findings = await examine(cli, options.json ? () => undefined : printer.note);
  if (options.json) printer.json({ ok: findings.every(isBearable), checks: findings });
  else show(printer, findings);
  return findings.every(isBearable) ? exitCodes.done : exitCodes.fault;
}

async function examine({ env }: Cli, note: Printer['note']): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig({ env });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const faults = error.faults.length > 0 ? error.faults : [error.message];
    return faults.map((fault) => fail('configuration', fault, 'Fix this first; nothing else was checked.'));
  }
  let workspaces: readonly WorkspaceSummary[] = [];
  const ofStore = await checkStore(config, note, async (store) => {
    workspaces = await store.listWorkspaces();
    const secrets = await checkSecrets(config, store);
    return [
      await checkContents(store, workspaces),
      ...(secrets === null ? [] : [secrets]),
      ...(await checkWebhooks(config, store, workspaces)),
      ...(await checkPages(config, store, workspaces)),
    ];
  });
  const ofMail = await checkMail(config, workspaces);
  return [
    ok('configuration', 'every setting is valid'),
    ...checkMachine(config),
    ...ofStore,
    ...(ofMail === null ? [] : [ofMail]),
    ...(await checkModel(config, workspaces)),
    ...(await checkNetwork(config)),
  ];
}

function isBearable({ status }: Finding): boolean {
  return status !== 'fail';
}

function show(printer: Printer, findings: readonly Finding[]): void {
  const { bold, dim, green, red, yellow } = printer.colours;
  const marks = { ok: green('✓'), warn: yellow('!'), fail: red('✗') } as const;
  const indent = Math.max(...findings.map(({ check }) => check.length)) + 4;
  const width = Math.min(printer.columns ?? 100, 110) - indent;
  for (const { check, status, found, remedy } of findings) {
    const [first = '', ...more] = wrapText(found, width);
    printer.line(`${marks[status]} ${bold(check.padEnd(indent - 2))}${first}`);
    for (const line of more) printer.line(' '.repeat(indent) + line);
    if (remedy !== null)
      for (const line of wrapText(`→ ${remedy}`, width)) printer.line(' '.repeat(indent) + dim(line));
  }
  const count = (status: Finding['status']): number => findings.filter((finding) => finding.status === status).length;
  printer.line();
  if (count('fail') > 0)
    printer.line(red(`${count('fail')} to fix${count('warn') > 0 ? `, ${count('warn')} to look at` : ''}.`));
  else if (count('warn') > 0) printer.line(yellow(`No check failed; ${count('warn')} to look at.`));
  else printer.line(green('Every check passed.'));
}

/** Lists every setting with its names, default and bounds. */
function showSettings(cli: Cli, options: AsJson): void {
  const { printer } = cli;
  const settings = describeSettings();
  if (options.json) {
    printer.json(settings);
    return;
  }
  const { bold, dim } = printer.colours;
  const width = Math.min(printer.columns ?? 100, 100);
  printer.line(
    dim(
      'Set a setting in the environment, or by its name in parentheses in understudy.config.yaml. The environment takes precedence.',
    ),
  );
  for (const setting of settings) {
    printer.line();
    printer.line(`${bold(setting.variable)} ${dim(`(${setting.key})`)}  default: ${setting.default}`);
    for (const line of wrapText(`${setting.description} Must be ${setting.bound}.`, width - 2))
      printer.line(`  ${line}`);
    if (setting.fileVariable !== null)
      printer.line(`  ${dim(`Instead, ${setting.fileVariable} may contain the path of a file with the value.`)}`);
  }
}
