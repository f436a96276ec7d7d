import type { Command } from 'commander';
import { buildOpenApi } from '../../http/openapi.ts';
import { type Cli, describe, json } from '../define.ts';

export const commands = { openapi: defineOpenapi };

function defineOpenapi(command: Command, cli: Cli): void {
  describe(command, {
    examples: [['openapi > openapi.json', 'the description that the service serves at /api/v1/agent/openapi.json']],
  })
    .addOption(json())
    .action(() => cli.printer.json(buildOpenApi({ serverUrl: null })));
}
