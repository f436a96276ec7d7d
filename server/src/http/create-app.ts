import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { SendLetter } from '../admin/accounts/letters.ts';
import { createCapabilities } from '../capabilities/create-capabilities.ts';
import type { Config } from '../config.ts';
import { type Measures, noMeasures } from '../domain/measures.ts';
import type { Traces } from '../domain/traces.ts';
import type { Engine } from '../drafting/engine.ts';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { waitingForHash } from '../lib/passwords.ts';
import { createSealer, type Sealer } from '../lib/sealing.ts';
import type { Store } from '../store/port.ts';
import { type ClassifierShelf, noClassifiers } from '../teaching/classifier-shelf.ts';
import { withoutPorts } from './address.ts';
import { createAdmission, createKeyAdmission } from './admission.ts';
import { registerAgentRoutes } from './agent-routes.ts';
import { createAuthenticator } from './authenticate.ts';
import { answerClientError } from './client-error.ts';
import type { TestDelivery } from './console/console-deps.ts';
import { registerConsole } from './console/register-console.ts';
import { registerHealthRoutes } from './health-routes.ts';
import { registerHookRoute } from './hook-route.ts';
import { registerInboxRoutes } from './inbox-routes.ts';
import { createKeyUses } from './key-uses.ts';
import { refuseUnknownOptions, refuseUnknownRoute } from './known-methods.ts';
import { malformedUrl, routableUrl } from './malformed-url.ts';
import { registerMcpRoute } from './mcp-route.ts';
import { type GuardedMetrics, registerMetricsRoute } from './metrics-route.ts';
import { openInBrowser } from './open-in-browser.ts';
import { createPageDeps } from './page/create-page-deps.ts';
import { createOwnDomains } from './page/own-domains.ts';
import { guardPageHeaders, isPagePath } from './page/page-headers.ts';
import { registerPages } from './page/register-page.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { createPendingResponses } from './pending-responses.ts';
import { refuseOddRequestLine, refuseRepeatedHeaders } from './raw-headers.ts';
import { registerReference } from './reference-routes.ts';
import { createRequestId } from './request-id.ts';
import { logFailure } from './request-log.ts';
import { requestEnded, watchRequest } from './request-watch.ts';
import { asServiceError, sendError } from './send-error.ts';
import { dropUnreadAnswers } from './unread-answers.ts';
import { answerUnusualRequests } from './unusual-requests.ts';
import { createWorkLimit } from './work-limit.ts';

const keyUsesIntervalMs = 30_000;
const headersTimeoutMs = 10_000;
const keepAliveTimeoutMs = 72_000;
const maxHeaderBytes = 16 * 1_024;
/**
 * The number of requests that run at the same time. This is enough to keep a store busy; more requests would only wait
 * inside the store, where workspaces do not take turns.
 */
const turnsAtOnce = { sqlite: 24, postgres: 64 };

export interface AppDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly config: Config;
  readonly log: Log;
  /** The classifiers of profiles; none by default. */
  readonly classifiers?: ClassifierShelf;
  /** Called after a notification is queued. */
  readonly onQueued?: () => void;
  /** Tests a workspace's notification channels for its owner. */
  readonly testDelivery?: TestDelivery;
  /** Emails a person; null if the service has no mail server, which is the default. */
  readonly sendLetter?: SendLetter | null;
  /** Receives measurements. By default, they are discarded. */
  readonly measures?: Measures;
  readonly traces?: Traces | null;
  /** The metrics for Prometheus on this port, protected by a token; not served by default. */
  readonly metrics?: GuardedMetrics | null;
  /** Seals secrets and visitors' contact details. The default has no key. */
  readonly sealer?: Pick<Sealer, 'seal' | 'open' | 'canSeal' | 'derive'>;
}

/**
 * Creates the whole HTTP surface over one store and one engine, ready to listen. Closing it lets requests in progress
 * finish; the store stays open.
 */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const {
    store,
    engine,
    config,
    log,
    classifiers = noClassifiers,
    onQueued,
    testDelivery = null,
    sendLetter = null,
    measures = noMeasures,
    traces = null,
    metrics = null,
    sealer = createSealer([]),
  } = deps;
  const connections = { log, measures, createRequestId, pendingResponses: createPendingResponses() };
  const app = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    genReqId: createRequestId,
    requestIdHeader: false,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: {
      // Node swaps the two timeouts if the header timeout is longer.
      headersTimeout: Math.min(headersTimeoutMs, config.requestTimeoutMs),
      maxHeaderSize: maxHeaderBytes,
      connectionsCheckingInterval: 2_000,
      // `refuseOddRequestLine` rejects requests without a host instead, with the error envelope.
      requireHostHeader: false,
    },
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    // Fastify's own answer during shutdown has neither the envelope nor a request id.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerClientError(connections, error, socket),
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      reply.header('x-request-id', request.id);
      sendError(reply, new ServiceError('invalid_request', { message: malformedUrl }));
    },
  });
  let isStopping = false;
  connections.pendingResponses.watch(app.server);
  answerUnusualRequests(app.server, connections);
  dropUnreadAnswers(app.server, config.requestTimeoutMs);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.routeOptions.config.readsBytes === true ? body : parseJsonBody(body),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
    const { 'x-forwarded-for': forwarded } = request.headers;
    if (typeof forwarded === 'string') request.raw.headers['x-forwarded-for'] = withoutPorts(forwarded);
    request.watch = watchRequest(request.headers, { measures, traces });
    reply.raw.once('close', () => requestEnded({ log, measures, logAddresses: config.logAddresses }, request, reply));
  });
  // This handler must be set before the plugins are registered, because the routes of a plugin use the error handler
  // that is set at that time.
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asServiceError(error, request);
    logFailure(log, request.id, refusal);
    return sendError(reply, refusal);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') === true,
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    // Only a Page's own documents call the routes under /p/, so there is no preflight to answer.
    if (isPagePath(request.url)) refuseUnknownRoute(app, request, reply);
    refuseUnknownOptions(app, request);
  });
  const domains = createOwnDomains(store, config);
  app.addHook('onRequest', (request, reply) => domains.refuseTheRest(request, reply));
  guardPageHeaders(app);
  await app.register(cors, {
    origin: true,
    credentials: false,
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
    ],
    exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after'],
    maxAge: 600,
    strictPreflight: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && openInBrowser(request, reply)) return reply;
    if (request.is404) refuseUnknownRoute(app, request, reply);
    refuseOddRequestLine(request.raw);
    refuseRepeatedHeaders(request.raw.rawHeaders);
    if (isStopping)
      throw new ServiceError('service_unavailable', { message: errorCatalogue.service_unavailable.cases.stopping });
  });
  app.decorateRequest('refusal', null);
  app.decorateRequest('consoleRefusal', null);
  app.decorateRequest('watch');
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A connection kept alive would delay the stop.
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ServiceError('not_found')));

  const uses = createKeyUses({ store, log, intervalMs: keyUsesIntervalMs });
  const authenticator = createAuthenticator({ store, config, uses, measures, expect: engine.expect });
  const capabilities = createCapabilities({ store, engine, config, log, onQueued, measures, classifiers });

  registerHealthRoutes(app, store, () => isStopping);
  registerReference(app, config);
  if (metrics !== null) registerMetricsRoute(app, metrics);
  const workLimit = createWorkLimit(config.maxConcurrentRequests, turnsAtOnce[store.kind]);
  measures.watchQueue('requests', workLimit.inWork, config.maxConcurrentRequests);
  measures.watchQueue('passwords', waitingForHash);
  app.decorateRequest('actor', null);
  const admission = createAdmission(workLimit);
  const keyAdmission = createKeyAdmission(admission, authenticator);
  registerAgentRoutes(app, { capabilities, admission: keyAdmission });
  const retentionMs = config.conversationRetentionDays === null ? null : config.conversationRetentionDays * 86_400_000;
  const inboxes = { store, claimMs: config.inboxes.claimMs, retentionMs, seal: sealer.seal };
  registerInboxRoutes(app, { ...inboxes, admission: keyAdmission });
  await registerHookRoute(app, {
    ...inboxes,
    admission,
    open: sealer.open,
    failuresPerMinute: config.failedAuthenticationsPerMinute,
    requestsPerMinute: config.inboxes.hookRequestsPerMinute,
  });
  registerMcpRoute(app, { capabilities, admission: keyAdmission, log, servesMcp2026: config.servesMcp2026 });
  await registerPages(app, {
    ...createPageDeps({ store, engine, config, classifiers, sealer, measures, onQueued }),
    domains,
    admission,
    log,
  });
  const console = {
    store,
    engine,
    classifiers,
    config,
    log,
    measures,
    admission,
    onQueued,
    testDelivery,
    sendLetter,
    sealer,
  };
  await registerConsole(app, console);
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onClose', async () => uses.close());
  return app;
}
