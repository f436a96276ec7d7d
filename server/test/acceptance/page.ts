/**
 * Checks what the Page promises: the real service and visitors that are played, SQLite and PostgreSQL. One line of JSON for each check
 * and store; exit code 1 where one fails. 26 and 27 are the speed of asks and a bot that solves every proof.
 *   npm run acceptance:page -- [N …] [--store sqlite|postgres]
 */
import { pageAnswersCheck } from './checks/page-answers.ts';
import { pageLimitChecks } from './checks/page-limits.ts';
import { pageSecrecyChecks } from './checks/page-secrecy.ts';
import { pageSpeedCheck } from './checks/page-speed.ts';
import { runAcceptance } from './run-acceptance.ts';

const checks = [...pageLimitChecks, ...pageSecrecyChecks, pageAnswersCheck, pageSpeedCheck];
await runAcceptance(checks.sort((one, other) => one.number - other.number));
