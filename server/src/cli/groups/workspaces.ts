import { type Command, Option } from 'commander';
import { createWorkspaceVerbs } from '../../admin/workspace-verbs.ts';
import type { PlanName } from '../../domain/plan.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { type AsJson, type Cli, define, defineGroup, json } from '../define.ts';
import { gather, shortText, wholeNumber } from '../option-values.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { workspaces: defineWorkspaces };

function defineWorkspaces(workspaces: Command, cli: Cli): void {
  defineGroup(workspaces, [['workspaces list', 'lists every workspace with its plan and size']]);

  define(workspaces, {
    name: 'list',
    summary: 'List workspaces',
    examples: [['workspaces list --json', 'for machines']],
  })
    .addOption(json())
    .action((options) => listWorkspaces(cli, options));

  define(workspaces, {
    name: 'create',
    summary: 'Create an empty workspace',
    description: 'Creates an empty workspace. "understudy import" adds its profiles, facts and offers.',
    examples: [['workspaces create --name "Aurora Lane" --plan studio', 'generates and prints its id']],
  })
    .requiredOption('-n, --name <name>', 'the display name', shortText(200))
    .addOption(
      new Option('-p, --plan <plan>', 'the plan with its limits')
        .choices(['creator', 'studio', 'agency'])
        .default('creator'),
    )
    .option('--id <id>', 'its id (default: a new one)', shortText(120))
    .option('--monthly-replies <count>', "overrides the plan's limit", wholeNumber(0, 1_000_000_000))
    .option('--origin <origin>', 'a browser origin that may call the API; repeatable', gather)
    .addOption(json())
    .action((options) => createWorkspace(cli, options));
}

async function listWorkspaces(cli: Cli, options: AsJson): Promise<void> {
  const workspaces = await readStore(cli, (store) => createWorkspaceVerbs({ store }).list());
  const { printer } = cli;
  if (options.json) return printer.json(workspaces);
  if (workspaces.length === 0) {
    return printer.line(
      'There are no workspaces yet. Import one with "understudy import FILE", or create an empty one with "understudy workspaces create".',
    );
  }
  const now = Date.now();
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'NAME', canShrink: true },
      { title: 'PLAN' },
      { title: 'STATUS', paint: (cell, { green, yellow }) => (cell === 'active' ? green(cell) : yellow(cell)) },
      { title: 'PROFILES', align: 'right' },
      { title: 'CONVERSATIONS', align: 'right' },
      { title: 'MADE' },
    ],
    workspaces.map((workspace) => [
      workspace.id,
      printableText(workspace.name),
      workspace.plan,
      workspace.status,
      String(workspace.profiles),
      String(workspace.conversations),
      ago(workspace.createdAt, now),
    ]),
  );
}

async function createWorkspace(
  cli: Cli,
  options: {
    name: string;
    plan: PlanName;
    id?: string;
    monthlyReplies?: number;
    origin?: readonly string[];
    json?: true;
  },
): Promise<void> {
  const workspace = await withStore(cli, (store) =>
    createWorkspaceVerbs({ store }).create({
      id: options.id ?? null,
      name: options.name,
      plan: options.plan,
      monthlyReplies: options.monthlyReplies ?? null,
      allowedOrigins: options.origin ?? [],
    }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(workspace);
  const { bold, green } = printer.colours;
  printer.line(
    `${green('✓')} Workspace ${bold(workspace.id)} (${printableText(workspace.name)}, plan ${workspace.plan}) was created.`,
  );
  printer.line(`  Next: understudy keys create --workspace ${workspace.id} --name NAME --scopes all`);
}
