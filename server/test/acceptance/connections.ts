/**
 * Checks the guarantees of connected inboxes with the real service, a simulated provider and a simulated sender, on
 * SQLite and PostgreSQL. Prints one line of JSON for each check and store, and exits with 1 if one fails.
 *
 * npm run acceptance:connections -- [N …] [--store sqlite|postgres]
 */
import { runAcceptance } from './run-acceptance.ts';
import { checks } from './run-checks.ts';

await runAcceptance(checks);
