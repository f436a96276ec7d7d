/**
 * Checks what the Page promises: the real service and visitors that are played, SQLite and PostgreSQL. One line of JSON for each check
 * and store; exit code 1 where one fails. 26 is the speed of asks, 27 a bot that solves every proof, 28 refusals with a language model.
 *   npm run acceptance:page -- [N …] [--store sqlite|postgres]
 */
import { pageAnswersCheck } from './checks/page-answers.ts';
import { pageLimitChecks } from './checks/page-limits.ts';
import { pageModelCheck } from './checks/page-model.ts';
import { pageSecrecyChecks } from './checks/page-secrecy.ts';
import { pageSpeedCheck } from './checks/page-speed.ts';
import { runAcceptance } from './run-acceptance.ts';

const checks = [...pageLimitChecks, ...pageSecrecyChecks, pageAnswersCheck, pageSpeedCheck, pageModelCheck];
await runAcceptance(checks.sort((one, other) => one.number - other.number));
