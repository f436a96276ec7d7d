import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { define, defineGroup, json } from './define.ts';

export function addSecrets(program: Command, { terminal, setExitCode }: CommandContext): void {
  const secrets = defineGroup(program, 'secrets', 'Seal the secrets in the store under another key', [
    ['secrets reseal', 'under the newest key'],
  ]).helpGroup('Data:');

  define(secrets, {
    name: 'reseal',
    summary: 'Seal every stored secret under the newest key',
    description: [
      'Seals every webhook secret in the store under the newest sealing key, and those that were never sealed. The newest key is the first of UNDERSTUDY_SEALING_KEYS, or of the file sealing.key in the data folder. Once this has run, the older keys open only backups from before.',
      '',
      'It runs beside a service. Give the service the new key first, so that it can open what is sealed under it. Exit code 1: a secret could not be opened by any key.',
    ].join('\n'),
    examples: [
      ['secrets reseal', 'after a new key was put first in UNDERSTUDY_SEALING_KEYS'],
      ['secrets reseal --new-key', "with a new key in the data folder's file; then restart the service"],
    ],
  })
    .option('--new-key', "put a new key into the data folder's file first")
    .addOption(json())
    .action(async (options: { newKey?: true; json?: true }) => {
      const { resealStoredSecrets } = await import('../actions/secrets.ts');
      setExitCode(await resealStoredSecrets(terminal, options));
    });
}
