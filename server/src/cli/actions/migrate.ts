import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

/** Opening the store brings it up to date; a store of a newer program refuses to open. */
export async function migrate(terminal: Terminal, options: { json?: true }): Promise<void> {
  const place = await withStore(terminal, async (store, config) => {
    await store.check();
    if (config.store.kind === 'postgres') {
      const { renewRuntimeGrants } = await import('../../store/postgres/runtime-roles.ts');
      await renewRuntimeGrants(config.store.url);
    }
    return config.store.kind === 'sqlite' ? `the data folder ${config.store.dataDir}` : 'the PostgreSQL database';
  });
  const printer = createPrinter(terminal);
  if (options.json) return printer.json({ ok: true });
  printer.line(`${printer.colours.green('✓')} The schema of ${place} is up to date.`);
}
