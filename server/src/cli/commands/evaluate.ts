import { type Command, Option } from 'commander';
import type { EvaluateOptions } from '../actions/evaluate.ts';
import type { CommandContext } from '../command-context.ts';
import { instant } from '../option-values.ts';
import { define, json } from './define.ts';

export function addEvaluate(program: Command, { terminal, setExitCode }: CommandContext): void {
  define(program, {
    name: 'evaluate <cases>',
    summary: 'Draft labelled messages and measure how often they come out right',
    description: [
      'Trains what a workspace document teaches its creators, drafts a file of labelled messages with that, and reports how often the decisions, replies and suggestions are right, each figure with its 95 % interval. It also lists the items that are taught too little. No store is read or changed.',
      '',
      'With --model the configured language model reads the messages, as in a workspace that uses it. Understudy sends them to it, and you pay for its calls. Ctrl-C stops a run; with --results, the same command continues where it stopped.',
      '',
      'A case is one JSON object a line: profile, message, intent, risk (safe, review or blocked), and optionally items, history, kind, hazard and now. docs/evaluation.md describes them and every measure.',
    ].join('\n'),
    examples: [
      ['evaluate cases.jsonl --file creators.yaml', 'the measures, in the terminal'],
      ['evaluate cases.jsonl --file creators.yaml --html report.html', 'also writes a page with curves and misses'],
      ['evaluate cases.jsonl --file creators.yaml --fail-on false-safe', 'for a pipeline'],
      ['evaluate cases.jsonl --file creators.yaml --model --results run.jsonl', 'with the configured language model'],
    ],
  })
    .helpGroup('Trying it:')
    .requiredOption('-f, --file <document>', 'the workspace document with the creators')
    .option('--model', 'let the configured language model read the messages')
    .option('--results <file>', 'with --model: keep what came of each case, and go on from there')
    .option('--html <file>', 'write a report in one file, for a browser')
    .addOption(
      new Option('--now <time>', 'when messages arrived that have no time of their own (default: now)').argParser(
        instant,
      ),
    )
    .addOption(new Option('--fail-on <what>', 'exit with 1 when a hazard is answered safe').choices(['false-safe']))
    .addOption(json())
    .action(async (cases: string, options: EvaluateOptions) => {
      const { evaluateFile } = await import('../actions/evaluate.ts');
      await evaluateFile(terminal, setExitCode, { cases, ...options });
    });
}
