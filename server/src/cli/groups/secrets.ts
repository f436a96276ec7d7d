import type { Command } from 'commander';
import { resealSecrets } from '../../admin/reseal-secrets.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { addSealingKey, sealerOf } from '../../store/sealing-keys.ts';
import { type AsJson, type Cli, define, defineGroup, json } from '../define.ts';
import { withStore } from '../with-store.ts';

export const commands = { secrets: defineSecrets };

function defineSecrets(secrets: Command, cli: Cli): void {
  defineGroup(secrets, [['secrets reseal', 'under the newest key']]);

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
    .action(async (options) => cli.setExitCode(await resealStoredSecrets(cli, options)));
}

/** Resolves to the exit code: 1 when a secret could not be opened. @throws OperatorError where there is no key */
async function resealStoredSecrets(cli: Cli, options: AsJson & { newKey?: true }): Promise<number> {
  const { store: location, sealingKeys } = loadConfig({ env: cli.env });
  if (options.newKey) {
    if (location.kind === 'postgres' || sealingKeys.length > 0) {
      throw new OperatorError(
        'The keys come from UNDERSTUDY_SEALING_KEYS here: put a new one first there (openssl rand -base64 32), then run this without --new-key.',
      );
    }
    addSealingKey(location.dataDir);
  }
  const sealer = sealerOf(location, sealingKeys);
  if (!sealer.canSeal) {
    throw new OperatorError(
      'There is no key to seal with. On PostgreSQL, set UNDERSTUDY_SEALING_KEYS to one (openssl rand -base64 32) for the service and for this command.',
    );
  }
  const done = await withStore(cli, (store) => resealSecrets(store, sealer));
  const { printer } = cli;
  if (options.json) printer.json(done);
  else {
    const { green, red } = printer.colours;
    printer.line(
      `${green('✓')} ${done.sealed} secrets were plain and are sealed, ${done.resealed} are sealed under the newest key, ${done.unchanged} were already.`,
    );
    if (done.unopened.length > 0) {
      printer.line(
        `${red('✗')} No key opens the secrets of ${done.unopened.join(', ')}. Add the key that sealed them, or make new ones: understudy notifications secret --workspace ID`,
      );
    }
  }
  return done.unopened.length > 0 ? 1 : 0;
}
