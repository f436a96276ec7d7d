import { inject, test } from 'vitest';
import { postgresHarness, type StoreHarness, sqliteHarness } from '../../support/store-harness.ts';

/** Declares a test once for each store; without PostgreSQL, the second test counts as skipped, with the reason. */
export function onEachStore(
  guarantee: string,
  run: (harness: StoreHarness) => Promise<void>,
  timeoutMs?: number,
): void {
  test(`${guarantee} (SQLite)`, () => run(sqliteHarness()), timeoutMs);
  const url = inject('postgresUrl');
  if (url === null) test.skip(`${guarantee} (PostgreSQL: none on this machine)`, () => undefined);
  else test(`${guarantee} (PostgreSQL)`, () => run(postgresHarness(url)), timeoutMs);
}
