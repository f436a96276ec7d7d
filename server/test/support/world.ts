import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config.ts';
import { type Scope, scopes } from '../../src/domain/actor.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import type { WorkspaceDocument, WorkspaceEntry } from '../../src/domain/workspace-document.ts';
import { type AppDeps, createApp } from '../../src/http/create-app.ts';
import { createLog } from '../../src/lib/log.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import type { Store } from '../../src/store/port.ts';
import type { ClassifierShelf } from '../../src/teaching/classifier-shelf.ts';
import { type DraftingOptions, draftingOf } from './drafting-options.ts';
import type { StoreHarness } from './store-harness.ts';

export interface WorldOptions extends DraftingOptions {
  /** Sends emails to people; by default, there is no mail server. */
  readonly sendLetter?: AppDeps['sendLetter'];
  readonly config?: Partial<Config>;
  /** The profiles' classifiers; none by default. */
  readonly classifiers?: (store: Store) => ClassifierShelf;
  /** Metrics, traces and a sealer; none by default. */
  readonly watchers?: Pick<AppDeps, 'measures' | 'traces' | 'metrics' | 'sealer'>;
  /** Replaces or extends the fresh workspace. */
  readonly workspace?: Partial<WorkspaceEntry>;
  /** Wraps the real store. Used only in tests with a failing store. */
  readonly wrapStore?: (store: Store) => Store;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly idempotencyKey?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check a body's form; a type would only repeat these checks
  readonly body: any;
}

/**
 * A whole service over a real store, listening on the loopback interface, with one new workspace and a key with every
 * scope.
 */
export interface World {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly store: Store;
  /** Opens another handle on the same data, whose clock is `offsetMs` ahead. */
  openAt(offsetMs: number): Promise<Store>;
  readonly workspaceId: string;
  readonly key: string;
  readonly logLines: string[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  draft(body?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  handoff(body?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  persona(profileId?: string, options?: CallOptions): Promise<Answer>;
  usage(options?: CallOptions): Promise<Answer>;
  createKey(options?: {
    workspaceId?: string;
    scopes?: readonly Scope[];
    lifetimeMs?: number | null;
  }): Promise<{ key: string; keyId: string }>;
  importDocument(document: WorkspaceDocument): Promise<void>;
}

const noMail = { smtpUrl: null, mailFrom: null, consoleUrl: null };
export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  store: { kind: 'sqlite', dataDir: '' },
  sealingKeys: [],
  demo: false,
  logLevel: 'info',
  inboxes: {
    pollMs: 50,
    claimMs: 60_000,
    hookRequestsPerMinute: 12_000,
    telegramApiUrl: 'http://127.0.0.1:9',
    mail: { allowPrivateAddresses: true, lookEveryMs: 1_000 },
  },
  page: { work: 1, asksPerHour: 60 },
  logAddresses: 'prefix',
  auditRetentionDays: null,
  trustedProxies: [],
  plans: defaultPlans,
  failedAuthenticationsPerMinute: 20,
  workspaceRequestsPerMinute: null,
  maxKeys: 200,
  maxInvitations: 200,
  leaseSeconds: 30,
  retentionHours: 24,
  conversationRetentionDays: null,
  maxConcurrentRequests: 1_000,
  classifierMemoryMb: 64,
  requestTimeoutMs: 30_000,
  servesMcp2026: false,
  shutdownTimeoutMs: 10_000,
  model: null,
  metrics: null,
  traces: null,
  notifications: { pollMs: 1_000, maxAttempts: 12, timeoutMs: 10_000, allowPrivateAddresses: false, ...noMail },
};

/** Returns a workspace like the specification's examples. Every world has the same ids, and its own data. */
export function sampleWorkspace(id: string): WorkspaceEntry {
  return {
    id,
    name: 'Aurora Lane',
    plan: 'agency',
    allowedOrigins: ['https://desk.aurora.example'],
    profiles: [
      {
        id: 'prof_aurora',
        displayName: 'Aurora Lane',
        persona: {
          about: 'Ceramic artist in Lisbon.',
          languages: ['en'],
          voice: { traits: ['warm'], emoji: 'sparing', maxLength: 400 },
          phrases: [
            { id: 'ph_hi', use: 'greeting', text: 'Hey you!' },
            { id: 'ph_hold', use: 'holding', text: 'Thanks for writing, I will get back to you soon.' },
          ],
          facts: [
            {
              id: 'f_ship',
              topic: 'shipping',
              text: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
              aliases: ['delivery', 'do you post abroad', 'do you ship to Brazil'],
            },
            { id: 'f_secret', topic: 'plans', text: 'The unapproved secret.', approved: false },
          ],
          offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38 and holds 350 ml.', price: '€38' }],
          rules: { neverSay: ['free shipping'] },
        },
      },
      { id: 'prof_retired', displayName: 'Retired', status: 'inactive' },
    ],
    conversations: [
      {
        id: 'conv_maya',
        profileId: 'prof_aurora',
        channel: 'instagram',
        contact: { name: 'Maya', handle: '@maya' },
        messages: [{ direction: 'inbound', body: 'hi! do you ship to Brazil?', sentAt: '2026-01-01T10:00:00Z' }],
      },
      {
        id: 'conv_silent',
        profileId: 'prof_aurora',
        messages: [{ direction: 'outbound', body: 'Hello!', sentAt: '2026-01-01T10:00:00Z' }],
      },
    ],
  };
}

/** Starts a world for the running test; it is stopped and removed when the test has finished. */
export async function startWorld(harness: StoreHarness, options: WorldOptions = {}): Promise<World> {
  const { store: realStore, openAt } = await harness.openFresh();
  const { engine, store } = draftingOf(options, options.wrapStore?.(realStore) ?? realStore);
  const logLines: string[] = [];
  const config = { ...testConfig, ...options.config };
  const log = createLog({ level: config.logLevel, destination: { write: (line) => logLines.push(line) } });
  const classifiers = options.classifiers?.(store);
  const app = await createApp({
    store,
    engine,
    config,
    log,
    sendLetter: options.sendLetter ?? null,
    ...(classifiers && { classifiers }),
    ...options.watchers,
  });
  onTestFinished(async () => {
    await app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on TCP has an address with a port.
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const workspaceId = `ws_${randomUUID().slice(0, 8)}`;
  await realStore.importDocument(
    { workspaces: [{ ...sampleWorkspace(workspaceId), ...options.workspace, id: workspaceId }] },
    { forceState: false, dryRun: false },
  );

  const createKey: World['createKey'] = async ({
    workspaceId: owner = workspaceId,
    scopes: granted = scopes,
    lifetimeMs = null,
  } = {}) => {
    const { key, hash } = createApiKey();
    const keyId = `key_${randomUUID()}`;
    await realStore.createKey({ keyId, keyHash: hash, workspaceId: owner, name: 'test', scopes: granted, lifetimeMs });
    return { key, keyId };
  };
  const { key } = await createKey();

  const call: World['call'] = async (
    method,
    path,
    { key: callKey = key, idempotencyKey = null, headers = {}, body, rawBody } = {},
  ) => {
    const hasBody = body !== undefined || rawBody !== undefined;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(callKey === null ? {} : { authorization: `Bearer ${callKey}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const write = (path: string, fields: Record<string, unknown>, options: CallOptions) =>
    call('POST', path, { idempotencyKey: randomUUID(), body: fields, ...options });

  return {
    url,
    app,
    store: realStore,
    openAt,
    workspaceId,
    key,
    logLines,
    call,
    draft: (body = {}, callOptions = {}) =>
      write(
        '/api/v1/agent/draft',
        { profileId: 'prof_aurora', message: 'do you ship to Brazil?', ...body },
        callOptions,
      ),
    handoff: (body = {}, callOptions = {}) =>
      write('/api/v1/agent/handoff', { conversationId: 'conv_maya', confirm: true, ...body }, callOptions),
    persona: (profileId = 'prof_aurora', callOptions = {}) =>
      call('GET', `/api/v1/agent/persona?profileId=${encodeURIComponent(profileId)}`, callOptions),
    usage: (callOptions = {}) => call('GET', '/api/v1/agent/usage', callOptions),
    createKey,
    importDocument: async (document) => {
      await realStore.importDocument(document, { forceState: false, dryRun: false });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
