import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { define, json } from './define.ts';

const group = 'Running it:';

export function addService(program: Command, { terminal, setExitCode }: CommandContext): void {
  define(program, {
    name: 'serve',
    summary: 'Serve the API, on loopback port 8787 unless told otherwise',
    description: [
      'Serves the API on HOST (127.0.0.1) and PORT (8787). Data lies in UNDERSTUDY_DATA_DIR (./data), or in PostgreSQL when DATABASE_URL is set.',
      '',
      'On an empty data folder it makes a demonstration workspace and shows its key, once. SIGTERM or Ctrl-C finishes what is in work, then leaves.',
    ].join('\n'),
    examples: [['serve --no-demo', 'start with an empty store']],
  })
    .helpGroup(group)
    .option('--no-demo', 'make no demonstration workspace')
    .action(async (options: { demo: boolean }) => {
      const { serve } = await import('../actions/serve.ts');
      await serve(terminal, options);
    });

  define(program, {
    name: 'migrate',
    summary: 'Bring the store up to the version of this program',
    description:
      'Brings the store up to the version of this program, under a lock. "serve" does the same when it starts.',
    examples: [['migrate', 'before the first process of a new version starts']],
  })
    .helpGroup(group)
    .addOption(json())
    .action(async (options: { json?: true }) => {
      const { migrate } = await import('../actions/migrate.ts');
      await migrate(terminal, options);
    });

  define(program, {
    name: 'doctor',
    summary: 'Check the installation, and say what to do',
    description:
      'Checks configuration, store, clock, limits, notifications and the language model, and says what to do about each.',
    examples: [
      ['doctor', 'exit code 1 if a check fails'],
      ['doctor --model --yes', 'asks the language model about 25 questions, and reports how good and how fast it is'],
      ['doctor --settings', 'every setting with its default'],
    ],
  })
    .helpGroup(group)
    .option('--settings', 'list every setting instead')
    .option(
      '--model',
      'measure the configured language model on the demonstration instead; asks first, because it costs calls',
    )
    .option('--yes', 'with --model: ask the model without asking you')
    .addOption(json())
    .action(async (options: { settings?: true; model?: true; yes?: true; json?: true }) => {
      if (options.model) {
        const { doctorModel } = await import('../actions/doctor-model.ts');
        return setExitCode(await doctorModel(terminal, options));
      }
      if (options.settings) {
        const { showSettings } = await import('../actions/show-settings.ts');
        return showSettings(terminal, options);
      }
      const { doctor } = await import('../actions/doctor.ts');
      setExitCode(await doctor(terminal, options));
    });

  define(program, {
    name: 'openapi',
    summary: 'Print the REST interface as OpenAPI 3.1',
    examples: [['openapi > openapi.json', 'what the service serves at /api/v1/agent/openapi.json']],
  })
    .helpGroup(group)
    .addOption(json())
    .action(async () => {
      const { buildOpenApi } = await import('../../http/openapi.ts');
      terminal.stdout.write(`${JSON.stringify(buildOpenApi({ serverUrl: null }), null, 2)}\n`);
    });

  define(program, {
    name: 'schema',
    summary: 'Print the JSON Schema of the workspace document',
    examples: [['schema > workspace-document.schema.json', 'what the repository publishes']],
  })
    .helpGroup(group)
    .addOption(json())
    .action(async () => {
      const { workspaceSchemaText } = await import('../../admin/documents/workspace-schema.ts');
      terminal.stdout.write(workspaceSchemaText());
    });
}
