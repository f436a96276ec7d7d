import type { Readable } from 'node:stream';
import { importDocument } from '../../admin/documents/import-document.ts';
import { readDocumentFile } from '../../admin/documents/read-document-file.ts';
import { unsignedWebhooks } from '../../admin/unsigned-webhooks.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import type { ImportSummary, Tally } from '../../store/workspace-port.ts';
import { createPrinter, type Printer } from '../printer.ts';
import { createProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

export async function importFile(
  terminal: Terminal,
  options: { file: string; dryRun?: true; forceState?: true; json?: true },
): Promise<void> {
  const isStandardInput = options.file === '-';
  const name = isStandardInput ? 'standard input' : options.file;
  const bytes = isStandardInput
    ? await readAll(terminal.stdin)
    : readDocumentFile(options.file, terminal.env['INIT_CWD']);
  const progress = createProgress(terminal);
  const open = options.dryRun === true ? lookAtStore : withStore;
  const { summary, unsigned } = await open(terminal, async (store) => {
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
  const printer = createPrinter(terminal);
  for (const { workspaceId } of unsigned.slice(0, 10)) {
    printer.note(
      `! Workspace "${printableName(workspaceId)}" has a webhook and no secret to sign it with: its notifications wait. Make one: understudy notifications secret --workspace ${printableName(workspaceId)}`,
    );
  }
  for (const { displayName, reason } of (summary.teaching?.failed ?? []).slice(0, 10)) {
    printer.note(
      `! ${printableName(displayName)} is imported but not taught: ${reason}. Drafts go on without the new phrases; a running service trains it by itself at its next drafts, and so does importing the file again.`,
    );
  }
  for (const { workspaceId, profileId, displayName, flagged, phrases } of summary.flagged.slice(0, 10)) {
    printer.note(
      `! ${printableName(displayName)}: ${count(flagged)} of ${count(phrases)} training phrases ${flagged === 1 ? 'is' : 'are'} not learned. See why: understudy teach --list --workspace ${printableName(workspaceId)} --profile ${printableName(profileId)}`,
    );
  }
  if (options.json) return printer.json({ dryRun: options.dryRun === true, ...summary });
  show(printer, summary, name, options.dryRun === true);
}

async function readAll(stdin: Readable & { readonly isTTY?: boolean }): Promise<Buffer> {
  if (stdin.isTTY === true)
    throw new OperatorError('Nothing comes from standard input. Name a file, or pipe a document in.');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function show(printer: Printer, summary: ImportSummary, name: string, isDryRun: boolean): void {
  const { green, yellow, bold } = printer.colours;
  printer.line(
    isDryRun
      ? `${yellow('○')} ${bold('Nothing was changed')} (dry run). ${name} would bring:`
      : `${green('✓')} ${name} is imported.`,
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
  printer.line(`  ${yellow('!')} Still waiting for their creator, whatever the file says: ${shown}${more}.`);
  printer.line('    "understudy conversations resolve" ends that one by one; --force-state lets the file decide.');
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
