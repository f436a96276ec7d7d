import type { Command } from 'commander';
import { type AsJson, type Cli, describe, json } from '../define.ts';
import { withStore } from '../with-store.ts';

export const commands = { migrate: defineMigrate };

function defineMigrate(command: Command, cli: Cli): void {
  describe(command, {
    description:
      'Updates the store\'s schema to this program\'s version, under a lock. "serve" does the same when it starts.',
    examples: [['migrate', 'before the first process of a new version starts']],
  })
    .addOption(json())
    .action((options) => migrate(cli, options));
}

/** Upgrades the store by opening it. Opening a store of a newer version fails. */
async function migrate(cli: Cli, options: AsJson): Promise<void> {
  const place = await withStore(cli, async (store, config) => {
    await store.check();
    if (config.store.kind === 'postgres') {
      const { renewRuntimeGrants } = await import('../../store/postgres/runtime-roles.ts');
      await renewRuntimeGrants(config.store.url);
    }
    return config.store.kind === 'sqlite' ? `the data folder ${config.store.dataDir}` : 'the PostgreSQL database';
  });
  const { printer } = cli;
  if (options.json) return printer.json({ ok: true });
  printer.line(`${printer.colours.green('✓')} The schema of ${place} is up to date.`);
}
