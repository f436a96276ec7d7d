/**
 * The time of one draft, alone, as stored data grows: 10, 10,000 and 1,000,000 messages; 1 and 10,000 workspaces.
 *   npm run bench:size -- [--store sqlite|postgres] [--drafts 400] [--json]
 */
import { parseArgs } from 'node:util';
import { openStore, type StoreLocation } from '../server/src/store/open-store.ts';
import { startService } from '../server/test/support/service-process.ts';
import { type DraftTarget, timeOneByOne } from './support/measure.ts';
import { benchStores } from './support/stores.ts';
import { addMessages, makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    drafts: { type: 'string', default: '400' },
    json: { type: 'boolean', default: false },
  },
});
const drafts = Number(flags.drafts);
const rows: { name: string; p50Ms: number; p99Ms: number }[] = [];

const stores = await benchStores(flags.store);
try {
  for (const store of stores) {
    const { location, env, remove } = await store.fresh();
    const [target] = await grow(location, (handle) =>
      makeWorkspaces(handle, { count: 1, keys: 1, messages: 10, prefix: 'first' }),
    );
    if (target === undefined) throw new Error('no workspace was made');
    await row(store.name, '10 messages, 1 workspace', target, env);
    await grow(location, (handle) => addMessages(handle, 'first_0', 10, 10_000));
    await row(store.name, '10,000 messages, 1 workspace', target, env);
    await grow(location, (handle) => addMessages(handle, 'first_0', 10_000, 1_000_000));
    await row(store.name, '1,000,000 messages, 1 workspace', target, env);
    await grow(location, (handle) => makeWorkspaces(handle, { count: 10_000, keys: 1, messages: 10 }));
    await row(store.name, '1,100,000 messages, 10,001 workspaces', target, env);
    await remove();
  }
} finally {
  for (const store of stores) await store.stop();
}
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log('\n| case | p50 ms | p99 ms |\n|---|---|---|');
  for (const { name, p50Ms, p99Ms } of rows) console.log(`| ${name} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} |`);
}

async function grow<Result>(
  location: StoreLocation,
  change: (handle: Awaited<ReturnType<typeof openStore>>) => Promise<Result>,
): Promise<Result> {
  const handle = await openStore(location, { role: 'tool' });
  try {
    return await change(handle);
  } finally {
    await handle.close();
  }
}

async function row(store: string, size: string, target: DraftTarget, env: Record<string, string>) {
  const service = await startService({ ...env, UNDERSTUDY_PLANS: raisedPlans });
  const times = await timeOneByOne(service.url, target, drafts);
  await service.stop();
  rows.push({ name: `${store}: ${size}`, ...times });
  console.error(`${store}: ${size}: p50 ${times.p50Ms.toFixed(2)} ms, p99 ${times.p99Ms.toFixed(2)} ms`);
}
