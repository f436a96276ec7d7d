import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { createConnectionVerbs } from '../../admin/inboxes/connection-verbs.ts';
import type { Store } from '../../store/port.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { type Cli, describe, json, type OfWorkspace, workspace } from '../define.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { httpUrl, shortText, wholeNumber } from '../option-values.ts';
import type { Printer } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { type PlannedEvent, planSimulation } from '../simulate/plan-simulation.ts';
import { type Posted, postEvent } from '../simulate/post-event.ts';
import { reportOf, type SimulationReport } from '../simulate/report.ts';
import { baseUrlOf } from '../source-options.ts';
import { withStore } from '../with-store.ts';

export const commands = { simulate: defineSimulate };

function defineSimulate(command: Command, cli: Cli): void {
  describe(command, {
    description:
      'Simulates fans who send bursts, edits and stickers through a receiver of the running service, and a creator who answers some of them. Then it reports the results. Nothing is sent. The messages are stored and the drafts use monthly replies, so run it on the demo.',
    examples: [
      ['simulate --workspace ws_demo --rate 5 --minutes 2', 'simulates five events per second for two minutes'],
      ['simulate -w ws_demo --rate 1 --minutes 1 --json', 'prints the report as JSON'],
    ],
  })
    .addOption(workspace())
    .option('-p, --profile <id>', 'the creator that the fans write to', shortText(120), 'prof_aurora')
    .option('--rate <n>', 'the total number of events per second', wholeNumber(1, 100), 2)
    .option('--minutes <n>', 'how long the fans write', wholeNumber(1, 60), 1)
    .option('--seconds <n>', 'how long the fans write, in seconds, instead of --minutes', wholeNumber(1, 3_600))
    .option(
      '--seed <n>',
      'makes the fans write the same messages in every run with this number',
      wholeNumber(0, 1_000_000),
      1,
    )
    .option('--url <url>', "the service's address (default: from its settings)", httpUrl)
    .addOption(json())
    .action((options) => simulate(cli, options));
}

interface SimulateOptions extends OfWorkspace {
  readonly profile: string;
  readonly rate: number;
  readonly minutes: number;
  readonly seconds?: number;
  readonly seed: number;
  readonly url?: string;
}

const timing = { quietSeconds: 3, maxWaitSeconds: 12 };
const lookEveryMs = 1_000;
/** How long the command waits for threads to settle after the last event. */
const settleMs = (timing.quietSeconds + 30) * 1_000;
const mostAtOnce = 20;
const mostRows = 10_000;

/**
 * Simulates fans who write to a workspace of the running service, and reports the results. The messages arrive through
 * a connection that is created for the simulation. At the end, the command removes the connection but keeps the
 * conversations. An interrupt stops the fans, and the report covers the events that were sent.
 */
async function simulate(cli: Cli, options: SimulateOptions): Promise<void> {
  const { workspace: workspaceId, profile: profileId, rate, seed, url, json } = options;
  const minutes = options.seconds === undefined ? options.minutes : options.seconds / 60;
  const { printer } = cli;
  const progress = createProgress(cli);
  const interrupt = new AbortController();
  const stopListening = onInterrupt(() => interrupt.abort());
  try {
    const report = await withStore(cli, async (store, config) => {
      const sealer = sealerOf(config.store, config.sealingKeys);
      const verbs = createConnectionVerbs({ store, sealer, baseUrl: url ?? baseUrlOf(config) });
      const run = `sim-${randomBytes(3).toString('hex')}`;
      const connectionId = `con_${run}`;
      const named = { workspaceId, profileId, kind: 'generic', id: connectionId, name: 'Simulation' } as const;
      const { receiverUrl, secret } = await verbs.create({ ...named, ...timing });
      try {
        const planned = planSimulation({ rate, minutes, seed, run });
        const startedAt = performance.now();
        const told = await tell(
          planned,
          { url: receiverUrl ?? '', secret: secret ?? '', signal: interrupt.signal },
          (done) => progress.telling(done, planned.length),
        );
        const seconds = (performance.now() - startedAt) / 1_000;
        const settled = await settle(store, { workspaceId, connectionId }, interrupt.signal);
        return reportOf({ connectionId, seconds, ...told, ...settled });
      } finally {
        await verbs.setState({ workspaceId, connectionId, action: 'remove' });
      }
    });
    progress.stop();
    if (json) printer.json(report);
    else show(printer, report, workspaceId);
  } finally {
    progress.stop();
    stopListening();
  }
}

/**
 * Sends each event at its planned time. A few events are sent at the same time, but the events of one thread are sent
 * in order. @throws OperatorError
 */
async function tell(
  planned: readonly PlannedEvent[],
  to: { readonly url: string; readonly secret: string; readonly signal: AbortSignal },
  onTold: (done: number) => void,
): Promise<{ told: PlannedEvent[]; posted: Posted[] }> {
  const startedAt = performance.now();
  const told: PlannedEvent[] = [];
  const posted: Posted[] = [];
  const threads = new Map<unknown, Promise<void>>();
  const open = new Set<Promise<void>>();
  let failure: unknown = null;
  for (const each of planned) {
    const waitMs = startedAt + each.atMs - performance.now();
    if (waitMs > 0) await delay(waitMs, undefined, { signal: to.signal }).catch(() => undefined);
    if (open.size >= mostAtOnce) await Promise.race(open);
    if (to.signal.aborted || failure !== null) break;
    const before = threads.get(each.event['threadId']) ?? Promise.resolve();
    const telling = before
      .then(() => postEvent(to.url, to.secret, { ...each.event, sentAt: new Date().toISOString() }))
      .then((answer) => {
        told.push(each);
        posted.push(answer);
        onTold(posted.length);
      })
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => open.delete(telling));
    threads.set(each.event['threadId'], telling);
    open.add(telling);
  }
  await Promise.all(open);
  if (failure !== null) throw failure;
  return { told, posted };
}

/** Waits until the drafts and conversations stop changing, but no longer than the time limit, or until an interrupt. */
async function settle(store: Store, of: { workspaceId: string; connectionId: string }, signal: AbortSignal) {
  const { workspaceId, connectionId } = of;
  const look = async () => {
    const drafts = await store.listDrafts({ workspaceId, limit: mostRows });
    const conversations = await store.listConversations({ workspaceId, state: null, limit: mostRows });
    return {
      drafts: drafts.filter((draft) => draft.connectionId === connectionId),
      states: conversations.filter((one) => one.connectionId === connectionId).map(({ state }) => state),
    };
  };
  const until = performance.now() + settleMs;
  let calmSince = performance.now();
  let before = '';
  let found = await look();
  while (performance.now() < until && !signal.aborted) {
    const now = JSON.stringify([found.drafts.map(({ draftId, state }) => [draftId, state]), found.states]);
    if (now !== before) calmSince = performance.now();
    before = now;
    if (performance.now() - calmSince > (timing.quietSeconds + 2) * 1_000) break;
    await delay(lookEveryMs);
    found = await look();
  }
  return found;
}

function show(printer: Printer, report: SimulationReport, workspaceId: string): void {
  const { bold, dim, green } = printer.colours;
  const { told, outcomes } = report;
  const heard = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  const lines: readonly (readonly [string, string])[] = [
    ['events', `${report.events} in ${report.seconds} s: ${heard.join(', ')}`],
    [
      'by kind',
      `${told.message} messages, ${told.edit} edits, ${told.sticker} stickers, ${told.answer} answers by the creator`,
    ],
    ['threads', `${report.threads}, of which the creator answered ${report.answeredByCreator}`],
    ['safe drafts', `${report.safeDrafts}, in approved words, waiting for the creator's approval`],
    [
      'waiting',
      `${report.waitingForCreator} conversations are waiting for the creator, ${report.draftsForCreator} of them with a proposal`,
    ],
    ['outdated', `${report.superseded} drafts were withdrawn because of newer messages or the creator`],
    ['allowance', `${report.unitsUsed} monthly replies used`],
    ['receiver', `answered half of the events within ${report.hookP50Ms} ms, and 99 % within ${report.hookP99Ms} ms`],
    ['sent', 'nothing, because Understudy only drafts'],
  ];
  printer.line(`${green('✓')} Simulated in ${bold(workspaceId)}`);
  printer.line();
  for (const [name, text] of lines) printer.line(`  ${dim(name.padEnd(12))} ${text}`);
  printer.line();
  printer.line(
    `The conversations are kept: open the inbox in the console, or run "understudy drafts list -w ${workspaceId}".`,
  );
}
