import { resolve } from 'node:path';
import { backUp } from '../../admin/archive/backup.ts';
import { restore } from '../../admin/archive/restore.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { openInstallation } from '../../store/installation.ts';
import { createPrinter } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { showTables } from '../tables.ts';
import type { Terminal } from '../terminal.ts';

export async function backup(terminal: Terminal, options: { file: string; force?: true; json?: true }): Promise<void> {
  const { store } = loadConfig({ env: terminal.env });
  const progress = createProgress(terminal);
  const installation = await openInstallation(store, { isAlone: false });
  try {
    const { file, bytes, head, digests } = await backUp(installation, {
      target: pathOf(terminal, options.file),
      force: options.force === true,
      now: Date.now(),
      onProgress: progress.rows,
    }).catch(tellOutage((reason) => `No backup was made: ${reason}. "understudy doctor" looks further.`));
    progress.stop();
    const printer = createPrinter(terminal);
    if (options.json) return printer.json({ file, bytes, createdAt: head.createdAt, from: head.from, tables: digests });
    const { green, bold } = printer.colours;
    printer.line(
      `${green('✓')} ${bold(file)} holds ${installation.name} as of ${head.createdAt}, read back and checked.`,
    );
    showTables(printer, digests);
  } finally {
    progress.stop();
    await installation.close();
  }
}

export async function restoreBackup(terminal: Terminal, options: { file: string; json?: true }): Promise<void> {
  const { store } = loadConfig({ env: terminal.env });
  const progress = createProgress(terminal);
  const installation = await openInstallation(store, { isAlone: true });
  try {
    const file = pathOf(terminal, options.file);
    const { head, digests } = await restore(installation, { file, onProgress: progress.rows }).catch(
      tellOutage(
        (reason) =>
          `The restore was broken off: ${reason}. All of the backup is there or nothing of it: mend that, then run the same command again. Where that finds data, it is all there.`,
      ),
    );
    progress.stop();
    const printer = createPrinter(terminal);
    if (options.json) return printer.json({ file, createdAt: head.createdAt, from: head.from, tables: digests });
    printer.line(
      `${printer.colours.green('✓')} ${installation.name} holds what ${file} held: everything as of ${head.createdAt}.`,
    );
    showTables(printer, digests);
    printer.line('  Keys revoked and contacts erased since then are back: revoke and erase them again.');
  } finally {
    progress.stop();
    await installation.close();
  }
}

function tellOutage(words: (reason: string) => string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OperatorError(words(error.reason), [], { cause: error });
  };
}

/** Relative to where the command was called: npm runs it in the repository. A slash at the end says that it is a folder. */
function pathOf({ env }: Terminal, path: string): string {
  const full = resolve(env['INIT_CWD'] ?? '.', path);
  return path.endsWith('/') && full !== '/' ? `${full}/` : full;
}
