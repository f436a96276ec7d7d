import { type AuditEntryView, createAuditVerbs } from '../../admin/audit-verbs.ts';
import { printableText } from '../../lib/printable.ts';
import { type ListingOptions, newest } from '../listing.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore } from '../with-store.ts';

export async function listAudit(terminal: Terminal, options: { workspace?: string } & ListingOptions): Promise<void> {
  const printer = createPrinter(terminal);
  const entries = await lookAtStore(terminal, (store) => {
    const { list } = createAuditVerbs({ store });
    return newest((limit) => list({ workspaceId: options.workspace ?? null, limit }), options, printer);
  });
  if (options.json) return printer.json(entries);
  if (entries.length === 0) return printer.line('Nothing was written down yet.');
  printer.table(
    [
      { title: 'AT' },
      { title: 'CHAIN', canShrink: true },
      { title: 'NO', align: 'right' },
      { title: 'WHO', canShrink: true },
      { title: 'FROM', canShrink: true },
      { title: 'ACTION' },
      { title: 'OBJECT', canShrink: true },
    ],
    entries.map((entry) => [
      entry.at,
      printableText(entry.workspace),
      String(entry.sequence),
      printableText(
        entry.isErased ? `${entry.actor.kind} (erased)` : (entry.actor.name ?? entry.actor.id ?? entry.actor.kind),
      ),
      printableText([entry.surface, entry.address].filter((part) => part !== null).join(' ')),
      entry.action,
      printableText(objectOf(entry)),
    ]),
  );
}

function objectOf({ object, conversation }: AuditEntryView): string {
  if (conversation !== null) return `conversation ${conversation}`;
  return object === null ? '' : `${object.kind} ${object.id}`;
}

export async function exportAudit(terminal: Terminal, options: { workspace?: string }): Promise<void> {
  const printer = createPrinter(terminal);
  await lookAtStore(terminal, async (store) => {
    for await (const entry of createAuditVerbs({ store }).export(options.workspace ?? null)) {
      printer.line(JSON.stringify(entry));
    }
  });
}

/** Resolves to the exit code: 1 when a chain is not whole. */
export async function verifyAudit(
  terminal: Terminal,
  options: { workspace?: string; expect?: string; json?: true },
): Promise<number> {
  const reports = await lookAtStore(terminal, (store) =>
    createAuditVerbs({ store }).verify({ workspaceId: options.workspace ?? null, expected: options.expect ?? null }),
  );
  const printer = createPrinter(terminal);
  if (options.json) printer.json(reports);
  else {
    const { green, red } = printer.colours;
    for (const { workspace, entries, erased, head, faults } of reports) {
      const mark = faults.length === 0 ? green('✓') : red('✗');
      printer.line(`${mark} ${printableText(workspace)}: ${entries} entries, names erased in ${erased}, head ${head}`);
      for (const fault of faults) printer.line(`    ${red(fault)}`);
    }
    if (reports.length === 0) printer.line('Nothing was written down yet.');
  }
  return reports.some(({ faults }) => faults.length > 0) ? 1 : 0;
}
