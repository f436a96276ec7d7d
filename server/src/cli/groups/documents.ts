import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { importDocument } from '../../admin/documents/import-document.ts';
import { readDocumentFile } from '../../admin/documents/read-document-file.ts';
import { writeAsJson, writeAsYaml } from '../../admin/documents/write-document.ts';
import { requireWorkspace } from '../../admin/require-workspace.ts';
import { unsignedWebhooks } from '../../admin/unsigned-webhooks.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import type { ImportSummary, Tally } from '../../store/workspace-port.ts';
import { type AsJson, type Cli, describe, json, type OfWorkspace, workspace } from '../define.ts';
import type { Printer } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { import: defineImport, export: defineExport };

function defineImport(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      'Creates or updates workspaces, profiles and conversations by id. It imports the whole file or nothing. The file is JSON or YAML; - reads standard input.',
      '',
      'Everything that the file does not contain stays unchanged, but the persona of each profile in the file is completely replaced. An invalid file is rejected as a whole, with every fault and its path. Editors can use workspace-document.schema.json, which describes the format.',
    ].join('\n'),
    examples: [
      ['import creators.yaml', 'imports it'],
      ['import creators.yaml --dry-run', 'shows what would change, without importing'],
      ['import - < creators.json', 'from standard input'],
    ],
  })
    .option('--dry-run', 'change nothing, and show what would change')
    .option('--force-state', 'let the file move conversations out of awaiting_owner')
    .addOption(json())
    .action((file, options) => importFile(cli, { file, ...options }));
}

function defineExport(command: Command, cli: Cli): void {
  describe(command, {
    examples: [
      ['export --workspace ws_aurora > aurora.yaml', 'as YAML'],
      ['export --workspace ws_aurora --json > aurora.json', 'as JSON'],
    ],
  })
    .addOption(workspace())
    .addOption(json())
    .action((options) => exportWorkspace(cli, options));
}

async function importFile(
  cli: Cli,
  options: AsJson & { file: string; dryRun?: true; forceState?: true },
): Promise<void> {
  const isStandardInput = options.file === '-';
  const name = isStandardInput ? 'standard input' : options.file;
  const bytes = isStandardInput ? await readAll(cli.stdin) : readDocumentFile(options.file, cli.env['INIT_CWD']);
  const progress = createProgress(cli);
  const open = options.dryRun === true ? readStore : withStore;
  const { summary, unsigned } = await open(cli, async (store) => {
    const summary = await importDocument({
      store,
      bytes,
      name,
      dryRun: options.dryRun === true,
      forceState: options.forceState === true,
      progress,
    });
    return { summary, unsigned: await unsignedWebhooks(store, await store.listWorkspaces()) };
  }).finally(() => progress.stop());
  const { printer } = cli;
  for (const { workspaceId } of unsigned.slice(0, 10)) {
    printer.note(
      `! Workspace "${printableName(workspaceId)}" has a webhook but no secret to sign it with, so its notifications wait. Create one: understudy notifications secret --workspace ${printableName(workspaceId)}`,
    );
  }
  for (const { displayName, reason } of (summary.teaching?.failed ?? []).slice(0, 10)) {
    printer.note(
      `! ${printableName(displayName)} was imported, but its classifier was not trained: ${reason}. Drafts continue without the new phrases. A running service trains the classifier at its next drafts, and so does importing the file again.`,
    );
  }
  for (const { workspaceId, profileId, displayName, flagged, phrases } of summary.flagged.slice(0, 10)) {
    printer.note(
      `! ${printableName(displayName)}: ${count(flagged)} of ${count(phrases)} training phrases ${flagged === 1 ? 'is' : 'are'} not learned. To see why, run: understudy teach --list --workspace ${printableName(workspaceId)} --profile ${printableName(profileId)}`,
    );
  }
  if (options.json) return printer.json({ dryRun: options.dryRun === true, ...summary });
  show(printer, summary, name, options.dryRun === true);
}

async function readAll(stdin: Readable & { readonly isTTY?: boolean }): Promise<Buffer> {
  if (stdin.isTTY === true) throw new OperatorError('Standard input is empty. Pass a file, or pipe a document in.');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function show(printer: Printer, summary: ImportSummary, name: string, isDryRun: boolean): void {
  const { green, yellow, bold } = printer.colours;
  printer.line(
    isDryRun
      ? `${yellow('○')} ${bold('Nothing was changed')} (dry run). ${name} would change:`
      : `${green('✓')} ${name} was imported.`,
  );
  printer.line();
  const row = (what: string, tally: Tally): string[] => [
    what,
    count(tally.created),
    count(tally.updated),
    count(tally.unchanged),
  ];
  printer.table(
    [
      { title: '  ' },
      { title: 'CREATED', align: 'right', paint: (cell, colours) => (cell === '0' ? cell : colours.green(cell)) },
      { title: 'UPDATED', align: 'right', paint: (cell, colours) => (cell === '0' ? cell : colours.yellow(cell)) },
      { title: 'UNCHANGED', align: 'right' },
    ],
    [
      row('  workspaces', summary.workspaces),
      row('  profiles', summary.profiles),
      row('  conversations', summary.conversations),
      row('  messages', summary.messages),
    ],
  );
  if (summary.keptAwaiting.length === 0) return;
  const shown = summary.keptAwaiting.slice(0, 10).map(printableName).join(', ');
  const more = summary.keptAwaiting.length > 10 ? `, and ${summary.keptAwaiting.length - 10} more` : '';
  printer.line();
  printer.line(`${yellow('!')} Still waiting for their creator, although the file says otherwise: ${shown}${more}.`);
  printer.line(
    '"understudy conversations resolve" ends the wait of one conversation; --force-state applies the file\'s states to all.',
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

async function exportWorkspace(cli: Cli, options: OfWorkspace): Promise<void> {
  const entry = await readStore(cli, async (store) => {
    const found = await store.exportWorkspace({ workspaceId: options.workspace });
    if (found === null) await requireWorkspace(store, options.workspace);
    return found;
  });
  if (entry === null) throw new OperatorError('The workspace was just created; try again.');
  const { printer } = cli;
  if (options.json) await writeAsJson(entry, printer.write);
  else await writeAsYaml(entry, printer.write);
}
