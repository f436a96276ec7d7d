import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../../server/src/domain/actor.ts';
import type { NotificationSettings } from '../../server/src/domain/notification-settings.ts';
import { createApiKey, createWebhookSecret } from '../../server/src/lib/secrets.ts';
import type { StoreLocation } from '../../server/src/store/location.ts';
import { openStore } from '../../server/src/store/open-store.ts';
import type { Store } from '../../server/src/store/port.ts';
import { type PostgresCluster, startPostgresCluster } from '../../server/test/support/postgres-cluster.ts';
import { type ServiceProcess, startService } from '../../server/test/support/service-process.ts';
import { benchWorkspace, raisedPlans } from '../support/workspaces.ts';
import { type Audit, audit } from './audit.ts';
import { startLoad, type WriteLoad } from './load.ts';
import { createWebhookReceiver, type Receiver } from './receivers.ts';

export interface FaultWorld {
  readonly key: string;
  readonly receiver: Receiver;
  /**
   * Starts a service on this world's data, as `npm start` does, with short leases. Closing the world kills the service.
   */
  start(env?: Record<string, string>): Promise<ServiceProcess>;
  load(urls: () => readonly string[]): WriteLoad;
  /** Ends the load, repeats open writes, and reads everything back through `url`. */
  audit(load: WriteLoad, url: string): Promise<Audit>;
  close(): Promise<void>;
}

const workspaceId = 'ws_faults';
/** This is long enough that a slow start on a busy machine does not look like an effect of a fault. */
const readyWithinMs = 60_000;
export const leaseSeconds = 5;

/**
 * Creates a workspace whose handoffs go to a local webhook. Opens the store directly, and starts services with `env`.
 */
export async function openWorld(
  location: StoreLocation,
  env: Record<string, string>,
  { mailTo }: { mailTo?: string } = {},
): Promise<FaultWorld> {
  const receiver = await createWebhookReceiver();
  await receiver.open();
  const email = mailTo === undefined ? {} : { email: { to: [mailTo] } };
  const notifications = { webhook: { url: receiver.url }, ...email };
  const key = await onStore(location, (store) => makeWorkspace(store, notifications));
  const services: ServiceProcess[] = [];
  const loads: WriteLoad[] = [];
  return {
    key,
    receiver,
    start: async (extra = {}) => {
      const service = await startService({ ...commonEnv, ...env, ...extra }, { readyWithinMs });
      services.push(service);
      return service;
    },
    load: (urls) => {
      const load = startLoad({ urls, key });
      loads.push(load);
      return load;
    },
    audit: async (load, url) => {
      await load.finish();
      const { writes } = load;
      return onStore(location, (store) => audit({ store, workspaceId, url, key, receiver, writes }));
    },
    close: async () => {
      await Promise.all(services.map((service) => service.kill()));
      await Promise.all(loads.map((load) => load.abandon()));
      await receiver.close();
    },
  };
}

/** Creates the workspace and returns one of its keys. */
async function makeWorkspace(store: Store, notifications: NotificationSettings): Promise<string> {
  const entry = { ...benchWorkspace(workspaceId, 40), notifications };
  await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
  await store.setWebhookSecret({ workspaceId, secret: createWebhookSecret() });
  const { key, hash } = createApiKey();
  const scopes: Scope[] = ['replies:write', 'handoffs:write', 'usage:read'];
  await store.createKey({ keyId: 'key_faults', keyHash: hash, workspaceId, name: 'faults', scopes, lifetimeMs: null });
  return key;
}

/** Opens the store only while `work` runs, because a disk must not be in use when it is unmounted. */
async function onStore<Result>(location: StoreLocation, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(location, { role: 'tool' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const commonEnv = {
  UNDERSTUDY_LEASE_SECONDS: String(leaseSeconds),
  UNDERSTUDY_PLANS: raisedPlans,
  UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  UNDERSTUDY_NOTIFICATION_POLL_MS: '200',
  UNDERSTUDY_NOTIFICATION_TIMEOUT_MS: '1000',
};

/** Runs `work` with a world on a new data folder, or on the given one. */
export async function withSqlite<Result>(
  work: (world: FaultWorld, dataDir: string) => Promise<Result>,
  options: { dataDir?: string; mailTo?: string } = {},
): Promise<Result> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'understudy-fault-')));
  const world = await openWorld({ kind: 'sqlite', dataDir }, { UNDERSTUDY_DATA_DIR: dataDir }, options);
  try {
    return await work(world, dataDir);
  } finally {
    await world.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export interface PostgresPlace {
  readonly cluster: PostgresCluster;
  /** The URL that connects to the world's database as its owner. */
  readonly databaseUrl: string;
}

/**
 * Runs `work` with a world on its own durable PostgreSQL server. With `route`, services connect indirectly, such as
 * through a proxy.
 */
export async function withPostgres<Result>(
  work: (world: FaultWorld, place: PostgresPlace) => Promise<Result>,
  options: { parent?: string; env?: Record<string, string>; route?: (url: string) => string | Promise<string> } = {},
): Promise<Result> {
  const { route = (url: string) => url, ...where } = options;
  const cluster = await startPostgresCluster({ durable: true, ...where });
  if (cluster === null) throw new Unavailable('PostgreSQL is not installed here');
  try {
    const databaseUrl = await cluster.createDatabase();
    const location = { kind: 'postgres', url: databaseUrl, poolSize: 2 } as const;
    const world = await openWorld(location, { DATABASE_URL: await route(databaseUrl) });
    try {
      return await work(world, { cluster, databaseUrl });
    } finally {
      await world.close();
    }
  } finally {
    await cluster.stop();
  }
}

/** Thrown, with the reason, if this machine cannot inject a fault. */
export class Unavailable extends Error {}
