import { setTimeout as delay } from 'node:timers/promises';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { countingChecks } from './checks/counting.ts';
import { killCheck } from './checks/kills.ts';
import { mailCheck } from './checks/mail.ts';
import { outboxChecks } from './checks/outbox.ts';
import { providerChecks } from './checks/providers.ts';
import { raceChecks } from './checks/races.ts';
import { receiveOnlyCheck } from './checks/receive-only.ts';
import { secrecyChecks } from './checks/secrecy.ts';
import { speedCheck } from './checks/speed.ts';
import type { Check, CheckWorld } from './support/check.ts';
import { type InboxOptions, openInbox } from './support/inbox.ts';
import type { Place, PlaceMaker } from './support/places.ts';
import { serviceEnv } from './support/service-env.ts';

/** All checks in the order of their numbers. */
export const checks: readonly Check[] = [
  killCheck,
  ...countingChecks,
  ...outboxChecks,
  ...raceChecks,
  ...secrecyChecks,
  ...providerChecks,
  receiveOnlyCheck,
  mailCheck,
  speedCheck,
].sort((one, other) => one.number - other.number);

/** The result of a check on a store: one line of JSON. `fault` names the broken guarantee. */
export interface CheckLine {
  readonly check: number;
  readonly store: 'sqlite' | 'postgres';
  readonly ok: boolean;
  readonly title: string;
  readonly seconds: number;
  readonly figures?: Readonly<Record<string, string | number | boolean>>;
  readonly fault?: string;
}

/**
 * Runs checks on a store. Those that share a service run one after another, in parallel with those that mostly wait.
 */
export async function runChecks(
  makePlaces: PlaceMaker,
  chosen: readonly Check[],
  tell: (line: CheckLine) => void,
): Promise<void> {
  const carryOut = async (check: Check, world: CheckWorld) => {
    const startedAt = performance.now();
    const head = { check: check.number, store: makePlaces.store };
    const tail = () => ({ title: check.title, seconds: Math.round(performance.now() - startedAt) / 1_000 });
    try {
      const figures = await within(longestMs, check.run(world));
      tell({ ...head, ok: true, ...tail(), figures });
    } catch (error) {
      tell({ ...head, ok: false, ...tail(), fault: String(error) });
    }
  };
  const tellUnstarted = (unstarted: readonly Check[]) => (error: unknown) => {
    for (const { number, title } of unstarted)
      tell({ check: number, store: makePlaces.store, ok: false, title, seconds: 0, fault: String(error) });
  };
  for (const check of chosen.filter(({ runs }) => runs === 'alone')) {
    await inWorld(makePlaces, check, (world) => carryOut(check, world)).catch(tellUnstarted([check]));
  }
  const together = chosen.filter(({ runs }) => runs !== 'alone');
  if (together.length === 0) return;
  await inWorld(makePlaces, {}, async (world) => {
    const slow = together.filter(({ runs }) => runs === 'slow').map((check) => carryOut(check, world));
    for (const check of together) if (check.runs === 'shared') await carryOut(check, world);
    await Promise.all(slow);
  }).catch(tellUnstarted(together));
}

/** A check that takes longer has failed, and the others continue. */
const longestMs = 600_000;

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const end = new AbortController();
  const late = delay(ms, null, { signal: end.signal, ref: false }).then(() => {
    throw new Error(`it took longer than ${ms / 60_000} minutes`);
  });
  return Promise.race([work, late]).finally(() => {
    // The timer is no longer needed.
    late.catch(() => undefined);
    end.abort();
  });
}

/** Starts a service on fresh data, runs the work, and then stops the service. */
async function inWorld(
  { fresh }: PlaceMaker,
  { script, env = {} }: Pick<Check, 'script' | 'env'>,
  work: (world: CheckWorld) => Promise<void>,
): Promise<void> {
  const place: Place = await fresh();
  const started: ServiceProcess[] = [];
  const serve = async (more: Readonly<Record<string, string>>, options: { script?: string } = {}) => {
    const settings = { ...serviceEnv, ...place.env, ...more };
    const service = await startService(settings, { readyWithinMs: 180_000, ...options });
    started.push(service);
    return { service, open: (wanted?: InboxOptions) => openInbox(service.url, settings, wanted) };
  };
  try {
    const first = await serve(env, { ...(script !== undefined && { script }) });
    await work({ place, ...first, serve: (more) => serve({ ...env, ...more }) });
  } finally {
    for (const service of started) {
      await Promise.race([service.stop(), delay(15_000)]);
      await service.kill();
    }
    await place.remove();
  }
}
