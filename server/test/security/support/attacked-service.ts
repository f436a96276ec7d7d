import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject, onTestFinished, test } from 'vitest';
import { type Scope, scopes } from '../../../src/domain/actor.ts';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { createApiKey } from '../../../src/lib/secrets.ts';
import type { StoreLocation } from '../../../src/store/location.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/port.ts';
import { copyMigrated } from '../../support/postgres-template.ts';
import { serveInside } from '../../support/service-inside.ts';
import { type ServiceProcess, startService } from '../../support/service-process.ts';
import { sampleWorkspace } from '../../support/world.ts';

export type StoreKind = Store['kind'];

/** The real service with one workspace. It is stopped and removed after the test. */
export interface AttackedService {
  readonly url: string;
  /** Returns all of standard output and error so far, including the log. */
  output(): string;
  /** A direct handle on the service's data. */
  readonly store: Store;
  readonly location: StoreLocation;
  /** The environment with which commands find the service's data. */
  readonly place: Readonly<Record<string, string>>;
  readonly workspaceId: string;
  /** A key with every scope. */
  readonly key: string;
  createKey(granted?: readonly Scope[]): Promise<{ key: string; keyId: string }>;
  ask(path: string, options?: AskOptions): Promise<Asked>;
}

/** An attacked service in its own process, for tests of its memory, its streams, or its response times. */
export interface AttackedProcess extends AttackedService {
  readonly process: ServiceProcess;
  /** Returns the memory that the process currently uses, in MiB; NaN if the system does not report it. */
  memoryMiB(): number;
}

export interface AskOptions {
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array;
  readonly redirect?: 'manual' | 'follow';
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check a body's form; a type would only repeat these checks
  readonly body: any;
}

export interface AttackedOptions {
  readonly kind?: StoreKind;
  readonly env?: Record<string, string>;
  readonly workspace?: Partial<WorkspaceEntry>;
}

type WhenDone = (end: () => Promise<void>) => void;

/** Starts one service for all tests in a file, before the first of them runs. */
export function shareAttacked(options: AttackedOptions = {}): () => AttackedService {
  return share((whenDone) => startAttacked(options, whenDone));
}

/** Starts one service in its own process for all tests in a file, before the first of them runs. */
export function shareAttackedProcess(options: AttackedOptions = {}): () => AttackedProcess {
  return share((whenDone) => startAttackedProcess(options, whenDone));
}

function share<Service>(start: (whenDone: WhenDone) => Promise<Service>): () => Service {
  let service: Service | null = null;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    service = await start((end) => ends.unshift(end));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    if (service === null) throw new Error('the service is there once a test runs');
    return service;
  };
}

/** Starts the service in the test's process. Use it for tests of the service's answers. */
export async function startAttacked(
  options: AttackedOptions = {},
  whenDone: WhenDone = onTestFinished,
): Promise<AttackedService> {
  const { service, ...rest } = await attack(options, whenDone, async (env) => {
    const inside = await serveInside(env);
    return { ...inside, end: () => inside.stop() };
  });
  return { ...rest, output: service.output };
}

export async function startAttackedProcess(
  options: AttackedOptions = {},
  whenDone: WhenDone = onTestFinished,
): Promise<AttackedProcess> {
  const { service, ...rest } = await attack(options, whenDone, async (env) => {
    const process = await startService(env);
    return { process, url: process.url, end: () => process.kill() };
  });
  const { process } = service;
  return { ...rest, process, output: process.output, memoryMiB: () => residentMiB(process.child.pid) };
}

/** Starts a service with `start`, and imports its workspace. */
async function attack<Service extends { readonly url: string; end(): Promise<unknown> }>(
  options: AttackedOptions,
  whenDone: WhenDone,
  start: (env: Record<string, string>) => Promise<Service>,
) {
  const { location, place } = await freshPlace(options.kind ?? 'sqlite', whenDone);
  const service = await start({ ...place, UNDERSTUDY_LOG_LEVEL: 'info', ...options.env });
  const store = await openStore(location, { role: 'tool' });
  whenDone(async () => {
    await Promise.all([service.end(), store.close()]);
  });
  const workspaceId = 'ws_attacked';
  await store.importDocument(
    { workspaces: [{ ...sampleWorkspace(workspaceId), ...options.workspace }] },
    { forceState: false, dryRun: false },
  );
  const createKey: AttackedService['createKey'] = async (granted = scopes) => {
    const { key, hash } = createApiKey();
    const keyId = `key_${crypto.randomUUID()}`;
    await store.createKey({ keyId, keyHash: hash, workspaceId, name: 'attacked', scopes: granted, lifetimeMs: null });
    return { key, keyId };
  };
  const { key } = await createKey();
  const { url } = service;
  return {
    service,
    url,
    store,
    location,
    place,
    workspaceId,
    key,
    createKey,
    ask: (path: string, given?: AskOptions) => ask(url, key, path, given),
  };
}

/** Declares a test once for each store; without PostgreSQL, the second test counts as skipped, with the reason. */
export function onEachKind(guarantee: string, run: (kind: StoreKind) => Promise<void>, timeoutMs?: number): void {
  test(`${guarantee} (SQLite)`, () => run('sqlite'), timeoutMs);
  if (inject('postgresUrl') === null) test.skip(`${guarantee} (PostgreSQL: none on this machine)`, () => undefined);
  else test(`${guarantee} (PostgreSQL)`, () => run('postgres'), timeoutMs);
}

async function freshPlace(
  kind: StoreKind,
  whenDone: (end: () => Promise<void>) => void,
): Promise<Pick<AttackedService, 'location' | 'place'>> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-attacked-'));
    whenDone(async () => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    const location: StoreLocation = { kind, dataDir };
    return { location, place: { UNDERSTUDY_DATA_DIR: dataDir } };
  }
  const database = await copyMigrated(inject('postgresUrl') ?? '');
  whenDone(() => database.drop());
  const location: StoreLocation = { kind, url: database.url, poolSize: 2 };
  return { location, place: { DATABASE_URL: database.url } };
}

async function ask(url: string, ownKey: string, path: string, options: AskOptions = {}): Promise<Asked> {
  const { key = ownKey, headers = {}, body, rawBody, redirect = 'manual' } = options;
  const hasBody = body !== undefined || rawBody !== undefined;
  const response = await fetch(`${url}${path}`, {
    method: options.method ?? (hasBody ? 'POST' : 'GET'),
    redirect,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(hasBody ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
      ...headers,
    },
    body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function residentMiB(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return Number.NaN;
  }
}
