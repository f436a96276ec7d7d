import { createUsageVerbs } from '../../admin/usage-verbs.ts';
import { ago } from '../ago.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

const barWidth = 30;

export async function showUsage(terminal: Terminal, options: { workspace: string; json?: true }): Promise<void> {
  const usage = await lookAtStore(terminal, (store, { plans }) =>
    createUsageVerbs({ store, plans }).read({ workspaceId: options.workspace }),
  );
  const printer = createPrinter(terminal);
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

export async function recordUsage(
  terminal: Terminal,
  options: { workspace: string; source: 'inbox' | 'page'; id: string; json?: true },
): Promise<void> {
  const { outcome } = await withStore(terminal, (store, { plans }) =>
    createUsageVerbs({ store, plans }).record({
      workspaceId: options.workspace,
      source: options.source,
      externalId: options.id,
    }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json({ source: options.source, id: options.id, outcome });
  printer.line(
    outcome === 'charged'
      ? `${printer.colours.green('✓')} One reply is charged to ${options.workspace}.`
      : `${printer.colours.dim('○')} This reply was charged before; nothing more was charged.`,
  );
}
