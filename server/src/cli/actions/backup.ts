import { resolve } from 'node:path';
import { backUp } from '../../admin/archive/backup.ts';
import { restore } from '../../admin/archive/restore.ts';
import { loadConfig } from '../../config.ts';
import { tellOutage } from '../../lib/errors.ts';
import { openInstallation } from '../../store/open-installation.ts';
import { exitCodes } from '../exit-codes.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createPrinter } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { showTables } from '../tables.ts';
import type { Terminal } from '../terminal.ts';

/** Resolves to the exit code: an interrupt ends it without a file, and what was written of it is removed. */
export async function backup(
  terminal: Terminal,
  options: { file: string; force?: true; json?: true },
): Promise<number> {
  const { store } = loadConfig({ env: terminal.env });
  const progress = createProgress(terminal);
  const printer = createPrinter(terminal);
  const interrupted = new Error('interrupted');
  let isInterrupted = false;
  const stopListening = onInterrupt(() => {
    isInterrupted = true;
  });
  const installation = await openInstallation(store, { isAlone: false });
  try {
    const { file, bytes, head, digests } = await backUp(installation, {
      target: pathOf(terminal, options.file),
      force: options.force === true,
      now: Date.now(),
      onProgress: (step, done, total) => {
        if (isInterrupted) throw interrupted;
        progress.rows(step, done, total);
      },
    });
    progress.stop();
    if (options.json) {
      printer.json({ file, bytes, createdAt: head.createdAt, from: head.from, tables: digests });
      return exitCodes.done;
    }
    const { green, bold } = printer.colours;
    printer.line(
      `${green('✓')} ${bold(file)} holds ${installation.name} as of ${head.createdAt}, read back and checked.`,
    );
    showTables(printer, digests);
    return exitCodes.done;
  } catch (error) {
    progress.stop();
    if (error === interrupted) {
      printer.note('Interrupted: no backup was made.');
      return exitCodes.interrupted;
    }
    return tellOutage((reason) => `No backup was made: ${reason}. "understudy doctor" looks further.`)(error);
  } finally {
    stopListening();
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

/** Relative to where the command was called: npm runs it in the repository. A slash at the end says that it is a folder. */
function pathOf({ env }: Terminal, path: string): string {
  const full = resolve(env['INIT_CWD'] ?? '.', path);
  return path.endsWith('/') && full !== '/' ? `${full}/` : full;
}
