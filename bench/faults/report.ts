import { writeSection } from '../../server/test/support/page-section.ts';
import { machine } from '../support/machine.ts';
import type { Fault, FaultRow } from './fault.ts';
import { faultTable } from './print.ts';

/** Updates one fault's figures in docs/faults.md. */
export async function writeReport({ name }: Fault, rows: readonly FaultRow[]): Promise<void> {
  writeSection('faults.md', name, `${faultTable(rows)}\n\nMeasured ${machine()}.`);
}
