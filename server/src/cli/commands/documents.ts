import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { define, json, workspace } from './define.ts';

export function addDocuments(program: Command, { terminal }: CommandContext): void {
  define(program, {
    name: 'import <file>',
    summary: 'Bring workspaces in, or up to date',
    description: [
      'Brings workspaces, profiles and conversations in, or up to date: by id, in one step, all or nothing. The file is JSON or YAML; - reads standard input.',
      '',
      'What the file does not name stays as it is; the persona of a named profile is replaced whole. A file that does not fit is refused whole, with every fault by its path. workspace-document.schema.json describes the form, for editors.',
    ].join('\n'),
    examples: [
      ['import creators.yaml', 'bring it in'],
      ['import creators.yaml --dry-run', 'only say what would change'],
      ['import - < creators.json', 'from standard input'],
    ],
  })
    .helpGroup('Content and access:')
    .option('--dry-run', 'change nothing, and say what would change')
    .option('--force-state', 'let the file take conversations out of awaiting_owner')
    .addOption(json())
    .action(async (file: string, options: { dryRun?: true; forceState?: true; json?: true }) => {
      const { importFile } = await import('../actions/import-file.ts');
      await importFile(terminal, { file, ...options });
    });

  define(program, {
    name: 'export',
    summary: 'Write a workspace in the form that import reads',
    examples: [
      ['export --workspace ws_aurora > aurora.yaml', 'as YAML'],
      ['export --workspace ws_aurora --json > aurora.json', 'as JSON'],
    ],
  })
    .helpGroup('Content and access:')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { exportWorkspace } = await import('../actions/export-workspace.ts');
      await exportWorkspace(terminal, options);
    });
}
