import { randomUUID } from 'node:crypto';
import { startService } from '../../server/test/support/service-process.ts';
import type { DraftTarget } from '../support/measure.ts';
import { raisedPlans } from '../support/workspaces.ts';

export interface Side {
  readonly env: Record<string, string>;
  readonly targets: readonly DraftTarget[];
}

export interface Compared {
  /** The median start times in milliseconds, with few messages and with many. */
  readonly readyMs: readonly [number, number];
  readonly p50Ms: readonly [number, number];
  readonly p99Ms: readonly [number, number];
  /** The median time of the first draft in a workspace after the start, when none of its data is in memory. */
  readonly firstP50Ms: readonly [number, number];
}

const starts = 3;
const drafts = 400;
const firsts = 100;
const script = new URL('../support/constant-service.ts', import.meta.url).pathname;

/** Starts a service on each side in turns, and makes drafts on both in turns, in random workspaces. */
export async function compare(sides: readonly [Side, Side]): Promise<Compared> {
  const ready: [number[], number[]] = [[], []];
  const first: [number[], number[]] = [[], []];
  const later: [number[], number[]] = [[], []];
  for (let start = 0; start < starts; start += 1) {
    const services = [];
    for (const [index, { env }] of sides.entries()) {
      const service = await startService({ ...env, UNDERSTUDY_PLANS: raisedPlans }, { script, readyWithinMs: 60_000 });
      services.push(service);
      ready[index === 0 ? 0 : 1].push(service.readyAfterMs);
    }
    for (let draft = 0; draft < firsts + drafts; draft += 1) {
      for (const [index, { targets }] of sides.entries()) {
        const tookMs = await timeDraft(services[index]?.url ?? '', targets[Math.floor(Math.random() * targets.length)]);
        (draft < firsts ? first : later)[index === 0 ? 0 : 1].push(tookMs);
      }
    }
    for (const service of services) await service.stop();
  }
  const both = (times: readonly [number[], number[]], share: number) =>
    [percentile(times[0], share), percentile(times[1], share)] as const;
  return { readyMs: both(ready, 0.5), p50Ms: both(later, 0.5), p99Ms: both(later, 0.99), firstP50Ms: both(first, 0.5) };
}

async function timeDraft(url: string, target: DraftTarget | undefined): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/agent/draft`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${target?.key}`,
      'idempotency-key': randomUUID(),
    },
    body: target?.body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`a draft was answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
