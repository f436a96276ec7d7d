import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { proofOfBrowser } from '../../admin/accounts/known-browser.ts';
import { sessionTerms } from '../../admin/accounts/open-session.ts';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleRoute } from '../../domain/console/route.ts';
import { type ConsoleRouteName, consoleApiPath, consoleRoutes } from '../../domain/console/routes.ts';
import type { Measures } from '../../domain/measures.ts';
import { type Acting, actingAs } from '../../lib/acting.ts';
import { hashApiKey } from '../../lib/secrets.ts';
import { createValidator } from '../../lib/validator.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import { callerAddress, keptAddress, limitedAddress, sharedNetwork } from '../address.ts';
import type { Admission } from '../admission.ts';
import { browserName } from './browser-name.ts';
import { createCallerSignals } from './caller-signals.ts';
import type { ConsoleCall } from './console-call.ts';
import { createConsoleCookie } from './console-cookie.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { createConsoleHandlers } from './create-console-handlers.ts';
import { judgeAccess } from './judge-access.ts';
import { createOwnPage } from './own-page.ts';
import { sendConsoleError } from './send-console-error.ts';
import { serveConsoleFiles } from './serve-console-files.ts';
import { streamBounds } from './stream-places.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in session on the console's routes; null before it is known, and on other routes. */
    session: SessionRecord | null;
  }
}

/**
 * A call to one of these routes may end sessions or reduce their access, so open streams are rechecked after the call.
 */
const endsSessions: ReadonlySet<ConsoleRouteName> = new Set([
  'signOut',
  'endSession',
  'signOutEverywhere',
  'changePassword',
  'resetPassword',
  'changeMember',
  'removeMember',
] as const);

/**
 * These routes wait for other threads, for other services, or for many drafts that each take a turn. They therefore
 * take no turn themselves.
 */
const takesLong: ReadonlySet<ConsoleRouteName> = new Set([
  'publish',
  'importPersona',
  'exportPersona',
  'testNotification',
  'testPush',
  'readRecognition',
  'settleTeaching',
  'askModelTeaching',
  'rehearse',
  'readWarnings',
  'readGaps',
  'tryMessage',
  'pasteMessage',
] as const);

/** How long a browser keeps the proof of an earlier sign-in, in milliseconds. */
const knownForMs = 365 * 86_400_000;

/**
 * The maximum sizes of a body, in bytes: for a caller without a session, for a caller with one, and for the import of a
 * persona, which is one string.
 */
const bodyLimits = { anyone: 64 * 1_024, known: 1_024 * 1_024, import: 8 * 1_024 * 1_024 };

/** Serves the console: its pages, and its API, which uses browser sessions and never API keys. */
export async function registerConsole(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly admission: Admission; readonly measures: Pick<Measures, 'watchQueue'> },
): Promise<void> {
  const { store, config, log, admission, measures } = deps;
  const cookie = createConsoleCookie(config, { of: 'session', maxMs: sessionTerms.maxMs });
  const browserCookie = createConsoleCookie(config, { of: 'browser', maxMs: knownForMs });
  const ownPage = createOwnPage(config);
  const { handlers, watch } = createConsoleHandlers(deps);
  measures.watchQueue('streams', watch.streams, streamBounds.process);
  app.decorateRequest('session', null);
  const endingCalls = createCallerSignals();
  app.addHook('preClose', async () => {
    watch.close();
    endingCalls.stop();
  });

  await app.register(async (scope) => {
    await scope.register(fastifyCookie, { hook: 'onRequest' });
    scope.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) =>
      sendConsoleError(log, error, request, reply),
    );
    for (const [name, route] of Object.entries(consoleRoutes)) {
      // Object.entries widens the keys of consoleRoutes.
      serve(scope, name as ConsoleRouteName, route);
    }
    serveConsoleFiles(scope);
  });

  function serve(scope: FastifyInstance, name: ConsoleRouteName, route: ConsoleRoute): void {
    const { method, access, input } = route;
    let validate: ReturnType<typeof createValidator> | null = null;
    scope.route({
      method,
      url: `${consoleApiPath}${route.path}`,
      bodyLimit: bodyLimits[name === 'importPersona' ? 'import' : access === 'anyone' ? 'anyone' : 'known'],
      exposeHeadRoute: false,
      async onRequest(request, reply) {
        ownPage.require(request);
        await admission.admit(request, reply, {
          async identify() {
            request.session = await findSession(request, workspaceOf(request));
            judgeAccess(access, request.session);
            // A stream frees its slot as soon as it is open.
            return name === 'watch' ? null : workspaceOf(request);
          },
          hasBody: hasBody(request),
        });
      },
      async handler(request, reply) {
        if (name === 'watch') return openStream(request, reply);
        validate ??= createValidator(input, { subject: 'the form' });
        const given = method === 'GET' ? { ...Object(request.query) } : (request.body ?? {});
        const fitting = validate(given);
        if (!fitting.ok) {
          const fields = fitting.faults.map(({ path, message }) => ({ path, message }));
          throw new ConsoleError('console_input_invalid', { message: fields[0]?.message, fields });
        }
        const call = callOf(request, reply, fitting.value);
        // Each handler takes the call of its own route, and the schema of that route has just validated the input.
        const handle = handlers[name] as (call: unknown) => Promise<unknown>;
        const work = () => actingAs(actingOf(request), () => handle(call));
        const output = await (takesLong.has(name) ? admission.outOfTurn(reply, work) : admission.inTurn(reply, work));
        // A caller without a session cannot have ended one, so a sign-out without a session does not cause a check of
        // other people's streams.
        if (endsSessions.has(name) && (request.session !== null || name === 'resetPassword')) watch.recheck();
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(output));
      },
    });
  }

  /**
   * Opens a stream. The request uses a slot only until the stream is open. Then the slot is free for other requests.
   */
  async function openStream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const workspaceId = workspaceOf(request);
    if (request.session === null || workspaceId === null) throw new ConsoleError('console_signed_out');
    admission.leave(reply);
    const { accountId } = request.session;
    await watch.open({ request, reply, workspaceId, accountId, findSession: () => findSession(request, workspaceId) });
  }

  async function findSession(request: FastifyRequest, workspaceId: string | null): Promise<SessionRecord | null> {
    const token = cookie.read(request);
    if (token === null) return null;
    return store.useSession({ sessionHash: hashApiKey(token), workspaceId, idleMs: sessionTerms.idleMs });
  }

  function actingOf(request: FastifyRequest): Acting {
    const { session } = request;
    const who =
      session === null
        ? ({ kind: 'visitor', id: null, name: null } as const)
        : ({ kind: 'account', id: session.accountId, name: session.name } as const);
    return { ...who, surface: 'console', address: keptAddress(callerAddress(request), config.logAddresses) };
  }

  function callOf(request: FastifyRequest, reply: FastifyReply, input: unknown) {
    const call: Omit<ConsoleCall<ConsoleRouteName>, 'input' | 'params'> & { input: unknown; params: unknown } = {
      params: request.params,
      input,
      session: request.session,
      visitor: {
        address: limitedAddress(callerAddress(request)),
        network: sharedNetwork(callerAddress(request)),
        browser: browserName(request.headers['user-agent']),
        proof: browserCookie.read(request),
      },
      origin: ownPage.originOf(request),
      takesPasskeys: ownPage.takesPasskeys(request),
      gone: endingCalls.signalOf(reply.raw),
      async signIn(token) {
        const { idleMs } = sessionTerms;
        const session = await store.useSession({ sessionHash: hashApiKey(token), workspaceId: null, idleMs });
        if (session === null) throw new ConsoleError('console_signed_out');
        await endOwn(request.session);
        cookie.set(reply, token);
        await call.knowBrowser(session.accountId);
        return session;
      },
      async knowBrowser(accountId) {
        const account = await store.account({ accountId });
        const proof = account === null ? null : proofOfBrowser(account);
        if (proof !== null) browserCookie.set(reply, proof);
      },
      async signOut() {
        await endOwn(request.session);
        cookie.clear(reply);
      },
    };
    return call;
  }

  /** Ends the browser's previous session, because a browser has only one. */
  async function endOwn(session: SessionRecord | null): Promise<void> {
    if (session !== null) await store.endSessions({ accountId: session.accountId, sessionId: session.sessionId });
  }
}

function workspaceOf(request: FastifyRequest): string | null {
  return Object(request.params).workspaceId ?? null;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
