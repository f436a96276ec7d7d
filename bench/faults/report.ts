import { readFile, writeFile } from 'node:fs/promises';
import { machine } from '../support/machine.ts';
import type { Fault, FaultRow } from './fault.ts';
import { faultTable } from './print.ts';

const path = new URL('../../docs/faults.md', import.meta.url);
const introduction = `# Faults

What happens on a bad day, injected under load, and what became of every write. Made by \`npm run bench:faults -- --write\`
(one fault: \`--only network\`); each section says when and on what.

Eight callers write drafts and, one in ten, handoffs, each with an idempotency key of its own, while the fault is injected. Half of
what fails is repeated at once, as [calling.md](calling.md) tells callers to, the other half when all is over. Then every acknowledged write is
repeated: *lost* are those that are not replayed with the same bytes. The counts of replies charged, handoffs and queued
notifications must equal the numbers of distinct writes, and every notification must have reached its webhook: *lost* is
what is short, *doubled* what is over. A delivery that was sent and not recorded is made again under the same \`webhook-id\`: that is
what "at least once" means ([notifications.md](notifications.md)), and it is told, not hidden. "No answer" is a
connection that was refused or broke off. The services run as \`npm start\` does, with leases of 5 s instead of 30.
`;

/** Renews the section of one fault in the report; the others stay as they were measured. */
export async function writeReport(faults: readonly Fault[], fault: Fault, rows: readonly FaultRow[]): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '');
  const sections = faults.map(({ name, title, about }) => {
    const marks = [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;
    const body =
      name === fault.name
        ? `${faultTable(rows)}\n\nMeasured ${machine()}.`
        : (between(before, marks) ?? 'Not measured yet.');
    return `## ${title}\n\n${about}\n\n${marks[0]}\n${body}\n${marks[1]}\n`;
  });
  await writeFile(path, [introduction, ...sections].join('\n'));
}

function between(text: string, [from, to]: readonly [string, string]): string | null {
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  return start < 0 || end < start ? null : text.slice(start + from.length, end).trim();
}
