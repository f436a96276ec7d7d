import type { Command } from 'commander';
import { workspaceSchemaText } from '../../admin/documents/workspace-schema.ts';
import { type Cli, describe, json } from '../define.ts';

export const commands = { schema: defineSchema };

function defineSchema(command: Command, cli: Cli): void {
  describe(command, {
    examples: [['schema > workspace-document.schema.json', 'the file that the repository publishes']],
  })
    .addOption(json())
    .action(() => void cli.stdout.write(workspaceSchemaText()));
}
