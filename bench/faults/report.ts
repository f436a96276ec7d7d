import { machine } from '../support/machine.ts';
import { writeSection } from '../support/write-section.ts';
import type { Fault, FaultRow } from './fault.ts';
import { faultTable } from './print.ts';

/** Renews the figures of one fault in docs/faults.md; the others stay as they were measured. */
export async function writeReport({ name }: Fault, rows: readonly FaultRow[]): Promise<void> {
  await writeSection('faults.md', name, `${faultTable(rows)}\n\nMeasured ${machine()}.`);
}
