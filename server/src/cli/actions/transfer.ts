import { resolve } from 'node:path';
import { abandonTransfer, transfer } from '../../admin/archive/transfer.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { howToEmpty, type Installation, type TransferMark } from '../../store/installation-port.ts';
import type { StoreLocation } from '../../store/location.ts';
import { openInstallation } from '../../store/open-installation.ts';
import { createPrinter } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { showTables } from '../tables.ts';
import type { Terminal } from '../terminal.ts';

export async function transferStore(
  terminal: Terminal,
  options: { from: string; to: string; abandon?: true; force?: true; json?: true },
): Promise<void> {
  const [from, to] = [locationOf(terminal, options.from, '--from'), locationOf(terminal, options.to, '--to')];
  if (JSON.stringify(from) === JSON.stringify(to)) throw new OperatorError('--from and --to name the same store.');
  const printer = createPrinter(terminal);
  const source = await openInstallation(from, { isAlone: true });
  try {
    if (options.abandon) {
      await abandonTransfer(source, options.force === true);
      if (options.json) return printer.json({ abandoned: true });
      return printer.line(
        `${printer.colours.green('✓')} ${source.name} takes changes again. What was copied is of no use; to empty the other store, ${howToEmpty(to)}.`,
      );
    }
    const target = await openInstallation(to, { isAlone: true });
    try {
      await move(terminal, source, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function move(
  terminal: Terminal,
  source: Installation,
  target: Installation,
  { json }: { json?: true },
): Promise<void> {
  const progress = createProgress(terminal);
  const startedAt = performance.now();
  const { digests, resumedAfter } = await transfer(source, target, progress.rows)
    .catch(async (error) => Promise.reject(await toldWithSource(error, source)))
    .finally(() => progress.stop());
  const printer = createPrinter(terminal);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  if (json) return printer.json({ from: source.name, to: target.name, seconds, resumedAfter, tables: digests });
  const { green } = printer.colours;
  printer.line(
    `${green('✓')} Everything of ${source.name} is in ${target.name}; every row was compared (${seconds} s).`,
  );
  showTables(printer, digests);
  printer.line(
    target.kind === 'postgres'
      ? '  Start the service with DATABASE_URL set. The data folder stays as it was, takes no changes, and may be deleted later.'
      : '  Start the service without DATABASE_URL. The database stays as it was and takes no changes.',
  );
}

/** What ended a move, and what that leaves the source in. */
async function toldWithSource(error: unknown, source: Installation): Promise<unknown> {
  if (error instanceof OperatorError || !(error instanceof Error)) return error;
  const state = await source.mark().then(
    (mark) => stateOf(source.name, mark),
    () =>
      `Whether ${source.name} takes changes cannot be seen now: run the same command again to finish, or with --abandon to stay there.`,
  );
  return error instanceof StoreUnavailable
    ? new OperatorError(`The move stopped: ${error.reason}. ${state}`, [], { cause: error })
    : new Error(`${error.message}. ${state}`, { cause: error });
}

function stateOf(name: string, mark: TransferMark | null): string {
  if (mark?.role !== 'source') return `${name} is as it was and takes changes.`;
  if (mark.state === 'complete') return 'The move was complete before that: the other store is the one to serve from.';
  return `${name} takes no changes until the move is finished: run the same command again, it goes on where it stopped. Or stay there with --abandon.`;
}

function locationOf({ env }: Terminal, text: string, option: string): StoreLocation {
  const { store } = loadConfig({
    env: text === 'sqlite' ? { ...env, DATABASE_URL: '', DATABASE_URL_FILE: '' } : env,
  });
  if (text === 'sqlite' || text === 'postgres') {
    if (store.kind === text) return store;
    throw new OperatorError(
      text === 'postgres'
        ? `${option} postgres needs DATABASE_URL (or DATABASE_URL_FILE).`
        : `${option} sqlite cannot be told while the settings file names a database: write ${option} sqlite:FOLDER.`,
    );
  }
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length) {
    return { kind: 'sqlite', dataDir: resolve(env['INIT_CWD'] ?? '.', text.slice('sqlite:'.length)) };
  }
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: 'postgres', url: text, poolSize: 2 };
  throw new OperatorError(`${option} must be sqlite, sqlite:FOLDER, postgres, or a URL that starts with postgres://.`);
}
