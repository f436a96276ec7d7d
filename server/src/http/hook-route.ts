import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TakeEventsDeps, takeHookEvents } from '../capabilities/inboxes/take-events.ts';
import { takeReading } from '../capabilities/inboxes/take-reading.ts';
import type { Delivery, PushConnector } from '../connectors/connector.ts';
import { isSigned } from '../connectors/generic/verify.ts';
import { pushConnectorOf, viewOf } from '../connectors/push-connectors.ts';
import { connectionSecretPlace } from '../domain/inbox/connection.ts';
import type { EventResult } from '../domain/inbox/event.ts';
import type { FoundReceiver } from '../domain/inbox/receiver.ts';
import { createSlidingWindows } from '../domain/sliding-window.ts';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';
import { createRecentMap } from '../lib/recent-map.ts';
import type { Store } from '../store/port.ts';
import { limitedAddress } from './address.ts';
import type { Admission } from './admission.ts';
import { mostEventBytes } from './inbox-routes.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { requirePlainJson } from './require-plain-json.ts';

export interface HookDeps extends TakeEventsDeps {
  readonly admission: Admission;
  readonly failuresPerMinute: number;
  readonly requestsPerMinute: number;
  /** Opens a connection's sealed secret; returns null if no key opens it. */
  readonly open: (sealed: string, place: string) => string | null;
}

type Receiver = NonNullable<Awaited<ReturnType<Store['receiver']>>>;
type Called = { readonly receiver: FoundReceiver; readonly connector: PushConnector };
type Found = { readonly generic: Receiver } | Called;
type HookRequest = FastifyRequest<{ Params: { receiverId: string } }>;

const receiverForm = /^rcv_[A-Za-z0-9_-]{1,100}$/;
const verifiedForMs = 60_000;
const mostRemembered = 10_000;
const anyKeyPerMinute = { creator: 1, studio: 1, agency: 1 };

/**
 * Takes signed events at `/hooks/{receiverId}`. An unknown receiver and a wrong signature get the same refusal, which
 * counts against the address and never against the receiver.
 */
export async function registerHookRoute(root: FastifyInstance, deps: HookDeps): Promise<void> {
  const { store, admission } = deps;
  const verified = createRecentMap<number>(mostRemembered);
  const rates = createSlidingWindows({ maxNames: 100_000 });

  await root.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostEventBytes },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    registerChallenge(app);
    app.route<{ Params: { receiverId: string } }>({
      method: 'POST',
      url: '/hooks/:receiverId',
      bodyLimit: mostEventBytes,
      async onRequest(request, reply) {
        await admission.enter(reply);
        await judgeAddress(request, 'none');
      },
      async handler(request, reply) {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const found = await verify(request, bytes);
        const owner = 'generic' in found ? found.generic.workspaceId : (found.receiver.workspaceId ?? 'operator');
        await admission.assign(reply, owner);
        countRequest(request.params.receiverId);
        requirePlainJson(request.headers);
        if (
          'generic' in found &&
          !/^application\/(json|[a-z.-]+\+json)\b/i.test(request.headers['content-type'] ?? '')
        ) {
          throw new ServiceError('unsupported_media_type');
        }
        const results = await admission.inTurn(reply, () =>
          'generic' in found
            ? takeHookEvents(deps, found.generic, bytes, payloadOf(bytes))
            : takeDelivery(found, deliveryOf(request, bytes, found.receiver)),
        );
        return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ok: true, results }));
      },
    });
  });

  function registerChallenge(app: FastifyInstance): void {
    app.route<{ Params: { receiverId: string }; Querystring: Readonly<Record<string, unknown>> }>({
      method: 'GET',
      url: '/hooks/:receiverId',
      exposeHeadRoute: false,
      async onRequest(request, reply) {
        await admission.enter(reply);
        await judgeAddress(request, 'none');
      },
      async handler(request, reply) {
        const { receiverId } = request.params;
        const called = receiverForm.test(receiverId) ? await findCalled(receiverId) : null;
        const challenge = called?.connector.challenge;
        if (called === null || challenge === undefined) {
          throw new ServiceError('method_not_allowed', {
            message: errorCatalogue.method_not_allowed.cases.named('POST'),
          });
        }
        const answer = challenge(request.query, viewOf(called.receiver, deps.open));
        if (answer !== null) return reply.type('text/plain; charset=utf-8').send(answer);
        await judgeAddress(request, 'mistyped');
        throw new ServiceError('hook_signature_invalid');
      },
    });
  }

  /**
   * Rejects a request from an address with too many failures. If `kind` is `mistyped`, counts the request as a failure.
   */
  async function judgeAddress(request: FastifyRequest, kind: 'none' | 'mistyped'): Promise<void> {
    const address = limitedAddress(request.ip);
    const remembered = verified.get(rememberedName(request, address)) ?? Number.NEGATIVE_INFINITY;
    const isRecentlyVerified = performance.now() - remembered < verifiedForMs;
    if (isRecentlyVerified && kind === 'none') return;
    const judged = await store.authenticate({
      address,
      credential: { kind },
      isRecentlyVerified,
      origin: null,
      failuresPerMinute: deps.failuresPerMinute,
      requestsPerMinute: anyKeyPerMinute,
    });
    if (judged.outcome !== 'address_limited') return;
    throw new ServiceError('rate_limited', {
      message: errorCatalogue.rate_limited.cases.address,
      retryAfterSeconds: judged.retryAfterSeconds,
    });
  }

  function countRequest(name: string): void {
    const nowMs = performance.now();
    const retryAfterSeconds = rates.secondsToWait(name, deps.requestsPerMinute, nowMs);
    if (retryAfterSeconds > 0) {
      throw new ServiceError('rate_limited', {
        message: errorCatalogue.rate_limited.cases.receiver(deps.requestsPerMinute),
        retryAfterSeconds,
      });
    }
    rates.count(name, nowMs);
  }

  async function verify(request: HookRequest, bytes: Buffer): Promise<Found> {
    const found = await findVerified(request, bytes);
    if (found !== null) {
      verified.set(rememberedName(request, limitedAddress(request.ip)), performance.now());
      return found;
    }
    await judgeAddress(request, 'mistyped');
    throw new ServiceError('hook_signature_invalid');
  }

  async function findVerified(request: HookRequest, bytes: Buffer): Promise<Found | null> {
    const { receiverId } = request.params;
    if (!receiverForm.test(receiverId)) return null;
    const { headers } = request;
    const generic = await store.receiver({ receiverId });
    if (generic !== null) {
      const signed = {
        id: headers['webhook-id'],
        timestamp: headers['webhook-timestamp'],
        signature: headers['webhook-signature'],
      };
      return isSigned(bytes, signed, secretsOf(generic), generic.now) ? { generic } : null;
    }
    const called = await findCalled(receiverId);
    if (called === null) return null;
    const { receiver, connector } = called;
    const isVerified = connector.isVerified(deliveryOf(request, bytes, receiver), viewOf(receiver, deps.open));
    return isVerified ? called : null;
  }

  /** Finds a receiver that a provider calls, with the connector for its calls. Resolves to null if there is none. */
  async function findCalled(receiverId: string): Promise<Called | null> {
    const receiver = await store.findReceiver({ receiverId });
    const connector = receiver === null ? null : pushConnectorOf(receiver);
    return receiver === null || connector === null ? null : { receiver, connector };
  }

  async function takeDelivery({ receiver, connector }: Called, delivery: Delivery): Promise<readonly EventResult[]> {
    const reading = await connector.read(delivery, viewOf(receiver, deps.open));
    return (await takeReading(deps, receiver, reading, { payload: delivery.body })).results;
  }

  function secretsOf({ secrets, workspaceId, connectionId, now }: Receiver): string[] {
    return secrets
      .filter(({ endsAt }) => endsAt === null || endsAt > now)
      .flatMap(({ sealed }) => deps.open(sealed, connectionSecretPlace(workspaceId, connectionId)) ?? []);
  }
}

function deliveryOf({ headers }: FastifyRequest, body: Buffer, { now }: FoundReceiver): Delivery {
  return { headers, body, nowMs: now };
}

function rememberedName(request: FastifyRequest, address: string): string {
  // The route defines this one parameter.
  const { receiverId = '' } = request.params as { receiverId?: string };
  return `${address} ${receiverId}`;
}

function payloadOf(bytes: Buffer): unknown {
  try {
    return parseJsonBody(bytes);
  } catch {
    return null;
  }
}
