import { parseArgs } from 'node:util';
import { runChecks } from './run-checks.ts';
import type { Check } from './support/check.ts';
import { type PlaceMaker, postgresPlaces, sqlitePlaces } from './support/places.ts';

/** Runs the checks that the command line selects, on the stores that it selects; prints one line of JSON for each. */
export async function runAcceptance(checks: readonly Check[]): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { store: { type: 'string' } } });
  const chosen =
    positionals.length === 0 ? checks : checks.filter(({ number }) => positionals.includes(String(number)));
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
}
