/**
 * Checks what connected inboxes promise: the real service, a provider and a sender that are played, SQLite and PostgreSQL.
 * One line of JSON for each check and store; exit code 1 where one fails.
 *   npm run acceptance:connections -- [N …] [--store sqlite|postgres]
 */
import { parseArgs } from 'node:util';
import { checks, runChecks } from './run-checks.ts';
import { type PlaceMaker, postgresPlaces, sqlitePlaces } from './support/places.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { store: { type: 'string' } } });
const chosen = positionals.length === 0 ? checks : checks.filter(({ number }) => positionals.includes(String(number)));
const numbers = checks.map(({ number }) => number).join(', ');
if (chosen.length < positionals.length || !['sqlite', 'postgres', undefined].includes(values.store)) {
  console.error(`Give numbers of checks (${numbers}), and --store sqlite or --store postgres.`);
  process.exit(2);
}
const makers: (PlaceMaker | null)[] = [];
if (values.store !== 'postgres') makers.push(sqlitePlaces());
if (values.store !== 'sqlite') makers.push(await postgresPlaces());
let failed = 0;
for (const maker of makers) {
  if (maker === null) {
    console.error('PostgreSQL is not installed here: nothing was checked on it.');
    failed += 1;
    continue;
  }
  await runChecks(maker, chosen, (line) => {
    if (!line.ok) failed += 1;
    console.log(JSON.stringify(line));
  });
  await maker.stop();
}
process.exitCode = failed === 0 ? 0 : 1;
