import type { Command } from 'commander';
import { resealSecrets } from '../../admin/reseal-secrets.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { addSealingKey, sealerOf } from '../../store/sealing-keys.ts';
import { type AsJson, type Cli, define, defineGroup, json } from '../define.ts';
import { withStore } from '../with-store.ts';

export const commands = { secrets: defineSecrets };

function defineSecrets(secrets: Command, cli: Cli): void {
  defineGroup(secrets, [['secrets reseal', 'encrypts every secret with the newest key']]);

  define(secrets, {
    name: 'reseal',
    summary: 'Encrypt every stored secret with the newest key',
    description: [
      'Encrypts every webhook secret in the store with the newest sealing key, including secrets that were never encrypted. The newest key is the first one in UNDERSTUDY_SEALING_KEYS, or in the file sealing-keys in the data folder. After the command, the older keys are needed only for earlier backups.',
      '',
      'You can run it while the service is running. Give the service the new key first, so that it can decrypt what this command encrypts. The exit code is 1 if a secret could not be decrypted with any key.',
    ].join('\n'),
    examples: [
      ['secrets reseal', 'after you put a new key first in UNDERSTUDY_SEALING_KEYS'],
      ['secrets reseal --new-key', "adds a new key to the data folder's file; restart the service afterwards"],
    ],
  })
    .option('--new-key', "add a new key to the data folder's file first")
    .addOption(json())
    .action(async (options) => cli.setExitCode(await resealStoredSecrets(cli, options)));
}

/**
 * Encrypts every secret with the newest key. Resolves to the exit code: 1 if a secret could not be decrypted. @throws
 * OperatorError if there is no key
 */
async function resealStoredSecrets(cli: Cli, options: AsJson & { newKey?: true }): Promise<number> {
  const { store: location, sealingKeys } = loadConfig({ env: cli.env });
  if (options.newKey) {
    if (location.kind === 'postgres' || sealingKeys.length > 0) {
      throw new OperatorError(
        'This installation takes its keys from UNDERSTUDY_SEALING_KEYS. Put a new key first there (openssl rand -base64 32), then run this command without --new-key.',
      );
    }
    addSealingKey(location.dataDir);
  }
  const sealer = sealerOf(location, sealingKeys);
  if (!sealer.canSeal) {
    throw new OperatorError(
      'There is no key to encrypt with. On PostgreSQL, set UNDERSTUDY_SEALING_KEYS to a key (openssl rand -base64 32) for the service and for this command.',
    );
  }
  const done = await withStore(cli, (store) => resealSecrets(store, sealer));
  const { printer } = cli;
  if (options.json) printer.json(done);
  else {
    const { green, red } = printer.colours;
    printer.line(
      `${green('✓')} ${done.sealed} unencrypted secrets are now encrypted, ${done.resealed} are now encrypted with the newest key, and ${done.unchanged} already were.`,
    );
    if (done.unopened.length > 0) {
      printer.line(
        `${red('✗')} No key decrypts the secrets of ${done.unopened.join(', ')}. Add the key that encrypted them, or create new ones: understudy notifications secret --workspace ID`,
      );
    }
  }
  return done.unopened.length > 0 ? 1 : 0;
}
