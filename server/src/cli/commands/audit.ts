import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { limitOption } from '../listing.ts';
import { shortText } from '../option-values.ts';
import { define, defineGroup, json } from './define.ts';

const load = () => import('../actions/audit.ts');
const chain = () =>
  new Option(
    '-w, --workspace <id>',
    'one workspace, or "*" for accounts and the installation (default: all)',
  ).argParser(shortText(120));

export function addAudit(program: Command, { terminal, setExitCode }: CommandContext): void {
  const audit = defineGroup(program, 'audit', 'Read, export and verify who did what', [
    ['audit list --workspace ws_aurora', 'the newest entries'],
    ['audit verify', 'whether any was changed'],
  ]).helpGroup('Day to day:');

  define(audit, {
    name: 'list',
    summary: 'List who did what, newest first',
    examples: [['audit list --limit 20', 'the last twenty']],
  })
    .addOption(chain())
    .addOption(limitOption())
    .addOption(json())
    .action(async (options: { workspace?: string; limit?: number; json?: true }) =>
      (await load()).listAudit(terminal, options),
    );

  define(audit, {
    name: 'export',
    summary: 'Write every entry as one line of JSON',
    description:
      'Writes every entry to standard output as it is stored, one line of JSON each, oldest first within its chain. The fields are documented in docs/operating.md.',
    examples: [['audit export > audit.jsonl', 'all chains']],
  })
    .addOption(chain())
    .action(async (options: { workspace?: string }) => (await load()).exportAudit(terminal, options));

  define(audit, {
    name: 'verify',
    summary: 'Find entries that were changed, are missing or were reordered',
    description:
      'Computes every chain anew, and names each entry that does not fit. It prints the head of each chain: note it elsewhere, and give it back later with --expect, which also finds a chain that was rewritten as a whole or cut off at its end. Exit code 1: a chain is not whole.',
    examples: [
      ['audit verify', 'every chain'],
      ['audit verify -w ws_aurora --expect 17:5f0c…', 'against a head that was noted before'],
    ],
  })
    .addOption(chain())
    .addOption(new Option('--expect <head>', 'a head from before, SEQUENCE:HASH').argParser(shortText(100)))
    .addOption(json())
    .action(async (options: { workspace?: string; expect?: string; json?: true }) =>
      setExitCode(await (await load()).verifyAudit(terminal, options)),
    );
}
