/**
 * Checks the guarantees of the Page with the real service and simulated visitors, on SQLite and PostgreSQL. Prints one
 * line of JSON for each check and store, and exits with 1 if one fails. Check 26 measures the speed of questions, check
 * 27 tests a bot that solves every proof, and check 28 tests questions that are passed on with a language model.
 * npm run acceptance:page -- [N …] [--store sqlite|postgres]
 */
import { pageAnswersCheck } from './checks/page-answers.ts';
import { pageLimitChecks } from './checks/page-limits.ts';
import { pageModelCheck } from './checks/page-model.ts';
import { pageSecrecyChecks } from './checks/page-secrecy.ts';
import { pageSpeedCheck } from './checks/page-speed.ts';
import { runAcceptance } from './run-acceptance.ts';

const checks = [...pageLimitChecks, ...pageSecrecyChecks, pageAnswersCheck, pageSpeedCheck, pageModelCheck];
await runAcceptance(checks.sort((one, other) => one.number - other.number));
