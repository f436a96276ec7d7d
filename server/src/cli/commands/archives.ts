import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { define, json } from './define.ts';

const group = 'Running it:';

export function addArchives(program: Command, { terminal, setExitCode }: CommandContext): void {
  define(program, {
    name: 'backup <file>',
    summary: 'Write everything into one file, while the service runs',
    description: [
      'Writes everything as it stands at one moment into one compressed file, while the service runs, and reads it back before it gives it its name. Where <file> is a folder, the name tells the time.',
      '',
      'The file is the same for a data folder and for PostgreSQL, and either can be restored from it. It holds conversations in the clear: keep it safe.',
    ].join('\n'),
    examples: [
      ['backup /var/backups/understudy/', 'a file named after the time'],
      ['backup understudy.jsonl.gz --force', 'over the last one'],
    ],
  })
    .helpGroup(group)
    .option('--force', 'replace the file if it is there')
    .addOption(json())
    .action(async (file: string, options: { force?: true; json?: true }) => {
      const { backup } = await import('../actions/backup.ts');
      setExitCode(await backup(terminal, { file, ...options }));
    });

  define(program, {
    name: 'restore <file>',
    summary: 'Fill an empty data folder or database from a backup',
    description:
      'Fills the configured data folder or database, which must be empty, from a backup: all or nothing, and every row compared at the end. Stop the service first.',
    examples: [['restore understudy.jsonl.gz', 'into UNDERSTUDY_DATA_DIR, or into DATABASE_URL where that is set']],
  })
    .helpGroup(group)
    .addOption(json())
    .action(async (file: string, options: { json?: true }) => {
      const { restoreBackup } = await import('../actions/backup.ts');
      await restoreBackup(terminal, { file, ...options });
    });

  define(program, {
    name: 'transfer',
    summary: 'Move everything from a data folder to PostgreSQL, or back',
    description: [
      'Moves everything from one store into an empty one, and compares every row at the end. Stop the service first: from the start, the store that is moved takes no more changes, from any process, and stays as it was at that moment.',
      '',
      'A store is written sqlite (UNDERSTUDY_DATA_DIR), sqlite:FOLDER, postgres (DATABASE_URL), or as a URL of PostgreSQL. Interrupted, the same command goes on where it stopped.',
    ].join('\n'),
    examples: [
      ['transfer --from sqlite --to postgres', 'with DATABASE_URL in the environment'],
      ['transfer --from postgres --to sqlite:/var/lib/understudy-back', 'and back'],
      ['transfer --from sqlite --to postgres --abandon', 'stay where it was'],
    ],
  })
    .helpGroup(group)
    .requiredOption('--from <store>', 'where everything is')
    .requiredOption('--to <store>', 'where it is to be; empty')
    .option('--abandon', 'give an unfinished move up: the first store takes changes again')
    .option('--force', 'with --abandon: also a finished one, without what was written since')
    .addOption(json())
    .action(async (options: { from: string; to: string; abandon?: true; force?: true; json?: true }) => {
      const { transferStore } = await import('../actions/transfer.ts');
      await transferStore(terminal, options);
    });
}
