import { setTimeout as delay } from 'node:timers/promises';
import { startProxy, type Weather } from '../../server/test/support/network-proxy.ts';
import type { Fault, FaultRow } from './fault.ts';
import { backAfterMs, seconds, tellSeen } from './load.ts';
import { withPostgres } from './world.ts';

const lastsMs = 20_000;

const weathers: readonly (readonly [string, Weather])[] = [
  ['Network to PostgreSQL cut for 20 s: connections are reset and refused', { kind: 'refuse' }],
  ['Network to PostgreSQL silent for 20 s: packets are dropped and no connection is refused', { kind: 'silent' }],
  [
    'Network to PostgreSQL silent for 20 s, and connections that were opened before stay silent permanently',
    { kind: 'forgotten' },
  ],
  ['Network to PostgreSQL slow for 20 s: each answer is delayed by 500 ms', { kind: 'slow', delayMs: 500 }],
  ['For 20 s, one in twenty requests to PostgreSQL is reset partway through', { kind: 'cut-requests', share: 0.05 }],
  [
    'For 20 s, one in twenty requests to PostgreSQL is carried out and committed, but its answer is lost',
    { kind: 'cut-answers', share: 0.05 },
  ],
];

/** Cuts and slows the connections between two processes and the database with a proxy. */
export const network: Fault = {
  name: 'network',
  run: async () => {
    const rows: FaultRow[] = [];
    for (const [injected, weather] of weathers) rows.push(await weatherRow(injected, weather));
    return rows;
  },
};

async function weatherRow(injected: string, weather: Weather): Promise<FaultRow> {
  const proxies: Awaited<ReturnType<typeof startProxy>>[] = [];
  const route = async (url: string) => {
    const { hostname, port } = new URL(url);
    const proxy = await startProxy({ host: hostname, port: Number(port) });
    proxies.push(proxy);
    const routed = new URL(url);
    routed.port = String(proxy.port);
    return routed.href;
  };
  try {
    return await withPostgres(
      async (world) => {
        const services = await Promise.all([world.start(), world.start()]);
        const load = world.load(() => services.map(({ url }) => url));
        await load.acknowledged(50);
        for (const proxy of proxies) proxy.turn(weather);
        const begunAt = performance.now();
        await delay(lastsMs);
        const meanwhile = load.seen.filter(({ endedAt, outcome }) => endedAt > begunAt && outcome === '200').length;
        for (const proxy of proxies) proxy.turn({ kind: 'clear' });
        const clearedAt = performance.now();
        await load.acknowledged(20);
        const back = backAfterMs(load.seen, clearedAt);
        const found = await world.audit(load, services[0].url);
        const cuts = proxies.reduce((sum, proxy) => sum + proxy.cuts(), 0);
        return {
          injected: cuts > 0 ? `${injected} (${cuts} times)` : injected,
          store: 'PostgreSQL',
          times: 1,
          seen: `${tellSeen(load.seen, begunAt)}; ${meanwhile} acknowledged during the fault`,
          back: `${seconds(back)} after the network was clear again, without a restart`,
          found,
        };
      },
      { route },
    );
  } finally {
    for (const proxy of proxies) await proxy.stop();
  }
}
