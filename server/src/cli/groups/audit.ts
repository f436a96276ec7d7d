import type { Command } from 'commander';
import { type AuditEntryView, createAuditVerbs } from '../../admin/audit-verbs.ts';
import { printableText } from '../../lib/printable.ts';
import { type AsJson, type Cli, define, defineGroup, json } from '../define.ts';
import { type ListingOptions, limitOption, newest } from '../listing.ts';
import { shortText } from '../option-values.ts';
import { readStore } from '../with-store.ts';

export const commands = { audit: defineAudit };

const chain = [
  '-w, --workspace <id>',
  'one workspace, or "*" for accounts and the installation (default: everything)',
  shortText(120),
] as const;

function defineAudit(audit: Command, cli: Cli): void {
  defineGroup(audit, [
    ['audit list --workspace ws_aurora', 'the newest entries'],
    ['audit verify', 'checks whether any entry was changed'],
  ]);

  define(audit, {
    name: 'list',
    summary: 'List recorded actions, newest first',
    examples: [['audit list --limit 20', 'the last twenty']],
  })
    .option(...chain)
    .addOption(limitOption())
    .addOption(json())
    .action((options) => listAudit(cli, options));

  define(audit, {
    name: 'export',
    summary: 'Write every entry as one line of JSON',
    description:
      'Writes every entry to standard output as it is stored, as one line of JSON, oldest first within each chain. docs/operating.md describes the fields.',
    examples: [['audit export > audit.jsonl', 'all chains']],
  })
    .option(...chain)
    .action((options) => exportAudit(cli, options));

  define(audit, {
    name: 'verify',
    summary: 'Find entries that were changed, are missing or were reordered',
    description:
      'Recomputes every chain, lists each entry that does not match, and prints the head of each chain. Save the head elsewhere and pass it later with --expect, to also find a chain that was truncated or completely rewritten. The exit code is 1 if a chain is incomplete or was changed.',
    examples: [
      ['audit verify', 'every chain'],
      ['audit verify -w ws_aurora --expect 17:5f0c…', 'compares the chain with a head saved earlier'],
    ],
  })
    .option(...chain)
    .option('--expect <head>', 'an earlier head, as SEQUENCE:HASH', shortText(100))
    .addOption(json())
    .action(async (options) => cli.setExitCode(await verifyAudit(cli, options)));
}

async function listAudit(cli: Cli, options: { workspace?: string } & ListingOptions): Promise<void> {
  const { printer } = cli;
  const entries = await readStore(cli, (store) => {
    const { list } = createAuditVerbs({ store });
    return newest((limit) => list({ workspaceId: options.workspace ?? null, limit }), options, printer);
  });
  if (options.json) return printer.json(entries);
  if (entries.length === 0) return printer.line('Nothing has been recorded yet.');
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

async function exportAudit(cli: Cli, options: { workspace?: string }): Promise<void> {
  const { printer } = cli;
  await readStore(cli, async (store) => {
    for await (const entry of createAuditVerbs({ store }).export(options.workspace ?? null)) {
      printer.line(JSON.stringify(entry));
    }
  });
}

/** Verifies the chains. Resolves to the exit code: 1 if a chain is incomplete or was changed. */
async function verifyAudit(cli: Cli, options: AsJson & { workspace?: string; expect?: string }): Promise<number> {
  const reports = await readStore(cli, (store) =>
    createAuditVerbs({ store }).verify({ workspaceId: options.workspace ?? null, expected: options.expect ?? null }),
  );
  const { printer } = cli;
  if (options.json) printer.json(reports);
  else {
    const { green, red } = printer.colours;
    for (const { workspace, entries, erased, head, faults } of reports) {
      const mark = faults.length === 0 ? green('✓') : red('✗');
      printer.line(`${mark} ${printableText(workspace)}: ${entries} entries, names erased in ${erased}, head ${head}`);
      for (const fault of faults) printer.line(`    ${red(fault)}`);
    }
    if (reports.length === 0) printer.line('Nothing has been recorded yet.');
  }
  return reports.some(({ faults }) => faults.length > 0) ? 1 : 0;
}
