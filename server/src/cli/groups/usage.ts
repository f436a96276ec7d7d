import { type Command, Option } from 'commander';
import { createUsageVerbs } from '../../admin/usage-verbs.ts';
import { ago } from '../ago.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { shortText } from '../option-values.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { usage: defineUsage };

function defineUsage(usage: Command, cli: Cli): void {
  defineGroup(usage, [
    ['usage --workspace ws_aurora', 'shows the limit, the use, and when the allowance renews'],
    ['usage record --workspace ws_aurora --source inbox --id msg_77', 'charges one reply, once per id'],
  ]);

  define(
    usage,
    {
      name: 'show',
      summary: "Show this month's reply allowance (the default)",
      examples: [['usage --workspace ws_aurora --json', 'for machines']],
    },
    true,
  )
    .addOption(workspace())
    .addOption(json())
    .action((options) => showUsage(cli, options));

  define(usage, {
    name: 'record',
    summary: 'Charge one reply from a connected inbox or a creator Page, once per id',
    description:
      'Charges one reply from a connected inbox or a creator Page to the monthly allowance that drafts use. The same source and id are charged only once, however often you run the command.',
    examples: [
      ['usage record -w ws_aurora --source page --id reply_2041', 'exits with code 1 if the allowance is used up'],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('-s, --source <source>', 'the source of the reply').choices(['inbox', 'page']).makeOptionMandatory(),
    )
    .requiredOption('-i, --id <id>', 'the id of the reply in that source', shortText(200))
    .addOption(json())
    .action((options) => recordUsage(cli, options));
}

const barWidth = 30;

async function showUsage(cli: Cli, options: OfWorkspace): Promise<void> {
  const usage = await readStore(cli, (store, { plans }) =>
    createUsageVerbs({ store, plans }).read({ workspaceId: options.workspace }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(usage);
  const { bold, dim, green, yellow, red } = printer.colours;
  const share = usage.limit === 0 ? 1 : Math.min(1, usage.used / usage.limit);
  const paint = share < 0.8 ? green : share < 1 ? yellow : red;
  const filled = Math.round(share * barWidth);
  const number = (value: number): string => value.toLocaleString('en-US');
  const { totals } = usage;
  printer.line(`${bold(options.workspace)} ${dim(`plan ${usage.plan}`)}`);
  printer.line(
    `${paint('█'.repeat(filled))}${dim('░'.repeat(barWidth - filled))}  ${number(usage.used)} of ${number(usage.limit)} replies used, ${bold(number(usage.remaining))} left`,
  );
  printer.line(
    dim(
      `${usage.period.start.slice(0, 10)} to ${usage.period.end.slice(0, 10)} UTC, renews ${ago(usage.period.end, Date.now())}`,
    ),
  );
  printer.line();
  printer.line(
    `drafts ${number(totals.drafts)}   replays ${number(totals.replays)}   handoffs ${number(totals.handoffs)}`,
  );
  printer.line(
    `charged by the API ${number(totals.bySource.api)}, inboxes ${number(totals.bySource.inbox)}, Pages ${number(totals.bySource.page)}`,
  );
  const { model } = totals;
  if (model === undefined) return;
  const outcomes = Object.entries(model.outcomes).map(([outcome, drafts]) => `${outcome} ${number(drafts)}`);
  printer.line(
    `language model: ${number(model.calls)} calls, ${number(model.inputTokens)} tokens read, ${number(model.outputTokens)} written; ${outcomes.join(', ')}`,
  );
}

async function recordUsage(cli: Cli, options: OfWorkspace & { source: 'inbox' | 'page'; id: string }): Promise<void> {
  const { outcome } = await withStore(cli, (store, { plans }) =>
    createUsageVerbs({ store, plans }).record({
      workspaceId: options.workspace,
      source: options.source,
      externalId: options.id,
    }),
  );
  const { printer } = cli;
  if (options.json) return printer.json({ source: options.source, id: options.id, outcome });
  printer.line(
    outcome === 'charged'
      ? `${printer.colours.green('✓')} One reply was charged to ${options.workspace}.`
      : `${printer.colours.dim('○')} This reply was already charged, so nothing was charged now.`,
  );
}
