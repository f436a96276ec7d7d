import { type Command, Option } from 'commander';
import { instant } from '../option-values.ts';
import type { CommandContext } from '../program.ts';
import { define, json } from './define.ts';

export interface EvaluateOptions {
  readonly file: string;
  readonly html?: string;
  readonly json?: true;
  readonly now?: number;
  readonly failOn?: 'false-safe';
}

export function addEvaluate(program: Command, { terminal, setExitCode }: CommandContext): void {
  define(program, {
    name: 'evaluate <cases>',
    summary: 'Draft labelled messages and measure what comes of them',
    description: [
      'Drafts every message of a file of labelled cases for the creators of a workspace document, here and without a store, and tells how often the decisions were right, each figure with its 95 % interval.',
      '',
      'A case is one JSON object a line: profile, message, intent, risk (safe, review or blocked), and where they matter items, history, kind, hazard and now. docs/evaluation.md describes them, and every measure.',
    ].join('\n'),
    examples: [
      ['evaluate cases.jsonl --file creators.yaml', 'the measures, in the terminal'],
      ['evaluate cases.jsonl --file creators.yaml --html report.html', 'and a page with curves and misses'],
      ['evaluate cases.jsonl --file creators.yaml --fail-on false-safe', 'for a pipeline'],
    ],
  })
    .helpGroup('Trying it:')
    .requiredOption('-f, --file <document>', 'the workspace document with the creators')
    .option('--html <file>', 'write a report in one file, for a browser')
    .addOption(new Option('--now <time>', 'when messages come in that do not say it; now by itself').argParser(instant))
    .addOption(new Option('--fail-on <what>', 'end with 1 when a hazard was answered safe').choices(['false-safe']))
    .addOption(json())
    .action(async (cases: string, options: EvaluateOptions) => {
      const { evaluateFile } = await import('../actions/evaluate.ts');
      await evaluateFile(terminal, setExitCode, { cases, ...options });
    });
}
