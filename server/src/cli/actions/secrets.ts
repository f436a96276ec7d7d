import { resealSecrets } from '../../admin/reseal-secrets.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { addSealingKey, sealerOf } from '../../store/sealing-keys.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

/** Resolves to the exit code: 1 when a secret could not be opened. @throws OperatorError where there is no key */
export async function resealStoredSecrets(
  terminal: Terminal,
  options: { newKey?: true; json?: true },
): Promise<number> {
  const { store: location, sealingKeys } = loadConfig({ env: terminal.env });
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
  const done = await withStore(terminal, (store) => resealSecrets(store, sealer));
  const printer = createPrinter(terminal);
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
