import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUp } from '../../admin/archive/backup.ts';
import { restore } from '../../admin/archive/restore.ts';
import type { Digests } from '../../admin/archive/table-digests.ts';
import { abandonTransfer, transfer } from '../../admin/archive/transfer.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError, reportOutage, StoreUnavailable } from '../../lib/errors.ts';
import { howToEmpty, type Installation, type TransferMark } from '../../store/installation-port.ts';
import type { StoreLocation } from '../../store/location.ts';
import { openInstallation } from '../../store/open-installation.ts';
import { type AsJson, type Cli, describe, json } from '../define.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { Printer } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { exitCodes } from '../terminal.ts';

export const commands = {
  backup: defineBackup,
  restore: defineRestore,
  transfer: defineTransfer,
};

function defineBackup(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      'Writes a consistent copy of everything into one compressed file while the service runs, and verifies the file before giving it its final name. If <file> is a folder, the file in it is named after the current time.',
      '',
      'A data folder and PostgreSQL produce the same kind of file, and it can be restored to either. It contains unencrypted conversations, so keep it safe.',
    ].join('\n'),
    examples: [
      ['backup /var/backups/understudy/', 'a file named after the time'],
      ['backup understudy.jsonl.gz --force', 'overwrites an existing file'],
    ],
  })
    .option('--force', 'replace the file if it exists')
    .addOption(json())
    .action(async (file, options) => cli.setExitCode(await backup(cli, { file, ...options })));
}

function defineRestore(command: Command, cli: Cli): void {
  describe(command, {
    description:
      'Fills the configured data folder or database, which must be empty, from a backup. The command restores everything or nothing, and verifies every row at the end. Stop the service first.',
    examples: [['restore understudy.jsonl.gz', 'into UNDERSTUDY_DATA_DIR, or into DATABASE_URL if that is set']],
  })
    .addOption(json())
    .action((file, options) => restoreBackup(cli, { file, ...options }));
}

function defineTransfer(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      'Moves everything from one store to an empty one, and compares every row at the end. Stop the service first. From the start of the move, the old store accepts no changes from any process, and stays as it was at that moment.',
      '',
      'Name a store as sqlite (UNDERSTUDY_DATA_DIR), sqlite:FOLDER, postgres (DATABASE_URL), or a PostgreSQL URL. If the command is interrupted, run it again; it continues where it stopped.',
    ].join('\n'),
    examples: [
      ['transfer --from sqlite --to postgres', 'uses DATABASE_URL from the environment'],
      ['transfer --from postgres --to sqlite:/var/lib/understudy-back', 'moves everything back to a data folder'],
      ['transfer --from sqlite --to postgres --abandon', 'stays with the old store'],
    ],
  })
    .requiredOption('--from <store>', 'the store to move from')
    .requiredOption('--to <store>', 'the store to move to; must be empty')
    .option('--abandon', 'abandon an unfinished move; the old store then accepts changes again')
    .option('--force', 'with --abandon: abandon even a finished move, and lose everything written since then')
    .addOption(json())
    .action((options) => transferStore(cli, options));
}

/** Writes a backup. Resolves to the exit code. On an interrupt, the unfinished file is removed. */
async function backup(cli: Cli, options: AsJson & { file: string; force?: true }): Promise<number> {
  const { store } = loadConfig({ env: cli.env });
  const progress = createProgress(cli);
  const { printer } = cli;
  const interrupted = new Error('interrupted');
  let isInterrupted = false;
  const stopListening = onInterrupt(() => {
    isInterrupted = true;
  });
  const installation = await openInstallation(store, { isAlone: false });
  try {
    const { file, bytes, head, digests } = await backUp(installation, {
      target: pathOf(cli, options.file),
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
      `${green('✓')} ${bold(file)} contains ${installation.name} as of ${head.createdAt}, and was verified.`,
    );
    showTables(printer, digests);
    return exitCodes.done;
  } catch (error) {
    progress.stop();
    if (error === interrupted) {
      printer.note('Interrupted: no backup was made.');
      return exitCodes.interrupted;
    }
    return reportOutage((reason) => `No backup was made: ${reason}. "understudy doctor" shows more.`)(error);
  } finally {
    stopListening();
    await installation.close();
  }
}

async function restoreBackup(cli: Cli, options: AsJson & { file: string }): Promise<void> {
  const { store } = loadConfig({ env: cli.env });
  const progress = createProgress(cli);
  const installation = await openInstallation(store, { isAlone: true });
  try {
    const file = pathOf(cli, options.file);
    const { head, digests } = await restore(installation, { file, onProgress: progress.rows }).catch(
      reportOutage(
        (reason) =>
          `The restore was interrupted: ${reason}. Either the whole backup was restored or none of it. Fix the cause, then run the same command again. If it then reports existing data, the restore is complete.`,
      ),
    );
    progress.stop();
    const { printer } = cli;
    if (options.json) return printer.json({ file, createdAt: head.createdAt, from: head.from, tables: digests });
    printer.line(
      `${printer.colours.green('✓')} ${installation.name} now contains the contents of ${file}: everything as of ${head.createdAt}.`,
    );
    showTables(printer, digests);
    printer.line('  Keys revoked and contacts erased after the backup are back. Revoke and erase them again.');
  } finally {
    progress.stop();
    await installation.close();
  }
}

/**
 * Resolves a path against the caller's folder, because npm runs the command in the repository. Keeps a slash at the
 * end, which marks a folder.
 */
function pathOf({ env }: Cli, path: string): string {
  const full = resolve(env['INIT_CWD'] ?? '.', path);
  return path.endsWith('/') && full !== '/' ? `${full}/` : full;
}

async function transferStore(
  cli: Cli,
  options: AsJson & { from: string; to: string; abandon?: true; force?: true },
): Promise<void> {
  const [from, to] = [locationOf(cli, options.from, '--from'), locationOf(cli, options.to, '--to')];
  if (JSON.stringify(from) === JSON.stringify(to)) throw new OperatorError('--from and --to are the same store.');
  const { printer } = cli;
  const source = await openInstallation(from, { isAlone: true });
  try {
    if (options.abandon) {
      await abandonTransfer(source, options.force === true);
      if (options.json) return printer.json({ abandoned: true });
      return printer.line(
        `${printer.colours.green('✓')} ${source.name} accepts changes again. The copied data is no longer needed. To empty the other store, ${howToEmpty(to)}.`,
      );
    }
    const target = await openInstallation(to, { isAlone: true });
    try {
      await move(cli, source, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function move(cli: Cli, source: Installation, target: Installation, { json }: AsJson): Promise<void> {
  const progress = createProgress(cli);
  const startedAt = performance.now();
  const { digests, resumedAfter } = await transfer(source, target, progress.rows)
    .catch(async (error) => Promise.reject(await toldWithSource(error, source)))
    .finally(() => progress.stop());
  const { printer } = cli;
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  if (json) return printer.json({ from: source.name, to: target.name, seconds, resumedAfter, tables: digests });
  const { green } = printer.colours;
  printer.line(
    `${green('✓')} Everything in ${source.name} was moved to ${target.name}, and every row was compared (${seconds} s).`,
  );
  showTables(printer, digests);
  printer.line(
    target.kind === 'postgres'
      ? '  Start the service with DATABASE_URL set. The data folder stays as it was, accepts no changes, and can be deleted later.'
      : '  Start the service without DATABASE_URL. The database stays as it was and accepts no changes.',
  );
}

/** Returns the error that ended a move, with the resulting state of the source added to its message. */
async function toldWithSource(error: unknown, source: Installation): Promise<unknown> {
  if (error instanceof OperatorError || !(error instanceof Error)) return error;
  const state = await source.mark().then(
    (mark) => stateOf(source.name, mark),
    () =>
      `It is unknown whether ${source.name} accepts changes. To finish the move, run the same command again. To keep using ${source.name}, run it with --abandon.`,
  );
  return error instanceof StoreUnavailable
    ? new OperatorError(`The move stopped: ${error.reason}. ${state}`, [], { cause: error })
    : new Error(`${error.message}. ${state}`, { cause: error });
}

function stateOf(name: string, mark: TransferMark | null): string {
  if (mark?.role !== 'source') return `${name} is unchanged and accepts changes.`;
  if (mark.state === 'complete') return 'The move is already complete. Start the service with the new store.';
  return `${name} accepts no changes until the move is finished. Run the same command again; it continues where it stopped. To keep using the old store, run it with --abandon.`;
}

function locationOf({ env }: Cli, text: string, option: string): StoreLocation {
  const { store } = loadConfig({
    env: text === 'sqlite' ? { ...env, DATABASE_URL: '', DATABASE_URL_FILE: '' } : env,
  });
  if (text === 'sqlite' || text === 'postgres') {
    if (store.kind === text) return store;
    throw new OperatorError(
      text === 'postgres'
        ? `${option} postgres requires DATABASE_URL (or DATABASE_URL_FILE).`
        : `${option} sqlite is ambiguous because a database is configured. Use ${option} sqlite:FOLDER.`,
    );
  }
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length) {
    return { kind: 'sqlite', dataDir: resolve(env['INIT_CWD'] ?? '.', text.slice('sqlite:'.length)) };
  }
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: 'postgres', url: text, poolSize: 2 };
  throw new OperatorError(
    `${option} must be sqlite, sqlite:FOLDER, postgres, or a URL that starts with postgres:// or postgresql://.`,
  );
}

/** Shows the number of rows in each table, and the first characters of the table's checksum. */
function showTables(printer: Printer, digests: Digests): void {
  printer.line();
  printer.table(
    [{ title: '  ' }, { title: 'ROWS', align: 'right' }, { title: 'SHA-256' }],
    Object.entries(digests)
      .filter(([, { rows }]) => rows > 0)
      .map(([table, { rows, sha256 }]) => [`  ${table}`, rows.toLocaleString('en-US'), sha256.slice(0, 16)]),
  );
}
