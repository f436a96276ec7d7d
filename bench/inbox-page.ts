/**
 * Measures how long the inbox's pages take to load in a workspace with many conversations, in the store and, with
 * --browser, in Chromium.
 *
 * npm run bench:inbox-page -- [--store sqlite|postgres] [--conversations 10000] [--rounds 7] [--browser]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { WorkspaceEntry } from '../server/src/domain/workspace-document.ts';
import type { InboxQuery } from '../server/src/store/inbox-page-port.ts';
import { openStore } from '../server/src/store/open-store.ts';
import { medianOf, type ShownInbox, showInbox } from './support/inbox-in-browser.ts';
import { percentile } from './support/measure.ts';
import { benchStores } from './support/stores.ts';
import { benchWorkspace } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    conversations: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    browser: { type: 'boolean', default: false },
  },
});
const conversations = Number(flags.conversations);
const rounds = Number(flags.rounds);
const workspaceId = 'ws_bench';
const all = {
  workspaceId,
  profileId: null,
  channel: null,
  search: null,
  order: 'newest',
  offset: 0,
  limit: 50,
} as const;
/** The figures printed for a load in Chromium. */
const steps: Readonly<Record<string, keyof ShownInbox>> = {
  'page loaded': 'page',
  'scripts loaded': 'scripts',
  'session loaded': 'session',
  'inbox requested': 'asked',
  'inbox received': 'answered',
  'rows shown': 'shown',
  'CPU of the page': 'pageWork',
  'CPU of the service': 'serviceWork',
  bytes: 'bytes',
};
const pages: Readonly<Record<string, InboxQuery>> = {
  'Proposals, first page': { ...all, tab: 'proposals' },
  'Proposals, last page': { ...all, tab: 'proposals', offset: Math.max(0, conversations / 2 - all.limit) },
  'Proposals, searched': { ...all, tab: 'proposals', search: 'brazil' },
  'Done, first page': { ...all, tab: 'done' },
  'Waiting, counts alone': { ...all, tab: 'waiting', order: 'urgency', limit: 1 },
};

for (const { name, fresh, stop } of await benchStores(flags.store)) {
  const { location, env, remove } = await fresh();
  const store = await openStore(location, { role: 'tool' });
  await store.importDocument({ workspaces: [manyConversations()] }, { forceState: false, dryRun: false });
  console.log(
    `\n| ${name}, ${conversations} conversations | median ms | slowest ms | CPU time, median ms |\n|---|---|---|---|`,
  );
  for (const [page, query] of Object.entries(pages)) {
    const took: number[] = [];
    const work: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const cpu = process.cpuUsage();
      const begun = performance.now();
      await store.inboxPage(query);
      took.push(performance.now() - begun);
      const { user, system } = process.cpuUsage(cpu);
      work.push((user + system) / 1_000);
    }
    // The first request fills the caches for the others.
    const [, ...warm] = took;
    const cells = [percentile(warm, 0.5), Math.max(...warm), percentile(work.slice(1), 0.5)];
    console.log(`| ${page} | ${cells.map((ms) => ms.toFixed(0)).join(' | ')} |`);
  }
  await store.close();
  if (flags.browser) {
    const [first, ...warm] = await showInbox(env, workspaceId, { tab: 'proposals', rounds });
    const fastest = warm.toSorted((one, other) => one.shown - other.shown)[0];
    console.log(`\n| ms since the navigation, load ${loadavg()[0]?.toFixed(1)} | ${Object.keys(steps).join(' | ')} |`);
    console.log(`|---|${'---|'.repeat(Object.keys(steps).length)}`);
    const row = (name: string, of: (step: keyof ShownInbox) => number) =>
      console.log(
        `| ${name} | ${Object.values(steps)
          .map((step) => of(step).toFixed(0))
          .join(' | ')} |`,
      );
    if (first !== undefined) row('first load, empty cache', (step) => first[step]);
    row('later loads, median', (step) => medianOf(warm, step));
    if (fastest !== undefined) row('later loads, fastest', (step) => fastest[step]);
  }
  await remove();
  await stop();
}

function manyConversations(): WorkspaceEntry {
  const workspace = benchWorkspace(workspaceId, 1);
  const profileId = workspace.profiles?.[0]?.id ?? '';
  const begin = Date.parse('2026-01-01T00:00:00Z');
  return {
    ...workspace,
    conversations: Array.from({ length: conversations }, (_, index) => ({
      id: `conv_${index}`,
      profileId,
      channel: index % 3 === 0 ? 'instagram' : 'email',
      contact: { handle: `@fan${index}`, name: `Fan ${index}` },
      messages: Array.from({ length: index % 2 === 0 ? 3 : 4 }, (__, at) => ({
        direction: at % 2 === 0 ? ('inbound' as const) : ('outbound' as const),
        body: `Message ${at} of fan ${index}: do you ship to Brazil, and how long does it take?`,
        sentAt: new Date(begin + (index * 5 + at) * 60_000).toISOString(),
      })),
    })),
  };
}
