/**
 * Checks what connected inboxes promise: the real service, a provider and a sender that are played, SQLite and PostgreSQL.
 * One line of JSON for each check and store; exit code 1 where one fails.
 *   npm run acceptance:connections -- [N …] [--store sqlite|postgres]
 */
import { runAcceptance } from './run-acceptance.ts';
import { checks } from './run-checks.ts';

await runAcceptance(checks);
