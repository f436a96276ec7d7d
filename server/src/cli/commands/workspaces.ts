import { type Command, Option } from 'commander';
import type { PlanName } from '../../domain/plan.ts';
import type { CommandContext } from '../command-context.ts';
import { gather, shortText, wholeNumber } from '../option-values.ts';
import { define, defineGroup, json } from './define.ts';

export function addWorkspaces(program: Command, { terminal }: CommandContext): void {
  const workspaces = defineGroup(program, 'workspaces', 'List workspaces, or make an empty one', [
    ['workspaces list', 'every workspace with its plan and how much it holds'],
  ]).helpGroup('Content and access:');

  define(workspaces, {
    name: 'list',
    summary: 'List workspaces',
    examples: [['workspaces list --json', 'for machines']],
  })
    .addOption(json())
    .action(async (options: { json?: true }) => {
      const { listWorkspaces } = await import('../actions/workspaces.ts');
      await listWorkspaces(terminal, options);
    });

  define(workspaces, {
    name: 'create',
    summary: 'Make an empty workspace',
    description: 'Makes an empty workspace. Its profiles, facts and offers come with "understudy import".',
    examples: [['workspaces create --name "Aurora Lane" --plan studio', 'its id is made up and printed']],
  })
    .addOption(new Option('-n, --name <name>', 'whose it is').argParser(shortText(200)).makeOptionMandatory())
    .addOption(
      new Option('-p, --plan <plan>', 'what it may use').choices(['creator', 'studio', 'agency']).default('creator'),
    )
    .addOption(new Option('--id <id>', 'its id (default: a new one)').argParser(shortText(120)))
    .addOption(new Option('--monthly-replies <count>', "overrides the plan's").argParser(wholeNumber(0, 1_000_000_000)))
    .addOption(new Option('--origin <origin>', 'a browser origin that may call; repeatable').argParser(gather))
    .addOption(json())
    .action(
      async (options: {
        name: string;
        plan: PlanName;
        id?: string;
        monthlyReplies?: number;
        origin?: readonly string[];
        json?: true;
      }) => {
        const { createWorkspace } = await import('../actions/workspaces.ts');
        await createWorkspace(terminal, options);
      },
    );
}
