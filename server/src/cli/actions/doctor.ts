import { type Config, loadConfig } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { wrapText } from '../display-width.ts';
import { checkMachine } from '../doctor/check-machine.ts';
import { checkModel } from '../doctor/check-model.ts';
import { checkNetwork } from '../doctor/check-network.ts';
import { checkMail, checkSecrets, checkWebhooks } from '../doctor/check-notifications.ts';
import { checkPages } from '../doctor/check-pages.ts';
import { checkContents, checkStore } from '../doctor/check-store.ts';
import { type Finding, fail, ok } from '../doctor/finding.ts';
import { exitCodes } from '../exit-codes.ts';
import { createPrinter, type Printer } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

/** Looks at the whole installation. Resolves to the exit code: 1 when something does not work. */
export async function doctor(terminal: Terminal, options: { json?: true }): Promise<number> {
  const printer = createPrinter(terminal);
  const findings = await examine(terminal, options.json ? () => undefined : printer.note);
  if (options.json) printer.json({ ok: findings.every(isBearable), checks: findings });
  else show(printer, findings);
  return findings.every(isBearable) ? exitCodes.done : exitCodes.fault;
}

async function examine({ env }: Terminal, note: Printer['note']): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig({ env });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const faults = error.faults.length > 0 ? error.faults : [error.message];
    return faults.map((fault) => fail('configuration', fault, 'Mend it; nothing else was checked.'));
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
    ok('configuration', 'every setting holds'),
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
    printer.line(red(`${count('fail')} to mend${count('warn') > 0 ? `, ${count('warn')} to look at` : ''}.`));
  else if (count('warn') > 0) printer.line(yellow(`It works; ${count('warn')} to look at.`));
  else printer.line(green('All is well.'));
}
