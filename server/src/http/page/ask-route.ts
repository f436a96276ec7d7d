import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AskOutcome, askPage, tooManyAsks } from '../../capabilities/pages/ask-page.ts';
import { verifyProof } from '../../capabilities/pages/proof-of-work.ts';
import { makeTicket, readTicket } from '../../capabilities/pages/ticket.ts';
import type { PageSnapshot } from '../../domain/page/ask.ts';
import { waitOf } from '../../domain/page/settle-ask.ts';
import type { PageView } from '../../domain/page/views.ts';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';
import { logFailure } from '../request-log.ts';
import { asServiceError } from '../send-error.ts';
import { createEvenTime, type EvenTime } from './even-time.ts';
import { type PageDeps, type PageRequest, pageOf } from './page-deps.ts';
import { faultyField, formFields, type GivenAsk, isFormPost, readAsk } from './read-ask.ts';
import { renderAskForm, renderAskResult } from './views/render-ask.ts';

const mostBytes = 16 * 1_024;

interface AskParts {
  readonly admit: (request: PageRequest, reply: FastifyReply) => Promise<void>;
  readonly viewOf: (snapshot: PageSnapshot) => Promise<PageView>;
}

/**
 * Registers the route that accepts questions: as JSON with a proof of work, or as a form with a ticket. Runs the checks
 * in the order of the contract.
 */
export function registerAsk(app: FastifyInstance, deps: PageDeps, { admit, viewOf }: AskParts): void {
  const { admission, secrets, asking, isOwnOrigin, asked } = deps;
  const evenTime = createEvenTime();
  const parseBytes = async (_: FastifyRequest, body: Buffer) => body;
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parseBytes);

  app.post<{ Params: { slug: string } }>(
    '/p/:slug/ask',
    {
      config: { readsBytes: true },
      bodyLimit: mostBytes,
      onRequest: admit,
      errorHandler: (error, request: PageRequest, reply) => {
        const refusal = asServiceError(error, request);
        return isFormPost(request) ? showForm(request, reply, refusal) : app.errorHandler(refusal, request, reply);
      },
    },
    async (request, reply) => {
      const startedAt = performance.now() - reply.elapsedTime;
      const given = readAsk(request);
      const outcome = await settle(request, reply, given, startedAt);
      if (given.proof.kind === 'work') {
        return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ok: true, ...outcome }));
      }
      const view = await viewOf(pageOf(request));
      const result = outcome.answered ? { ...outcome, question: given.question } : outcome;
      return reply.type('text/html; charset=utf-8').send(renderAskResult(view, result));
    },
  );

  async function settle(
    request: PageRequest,
    reply: FastifyReply,
    given: GivenAsk,
    startedAt: number,
  ): Promise<AskOutcome> {
    const snapshot = pageOf(request);
    const { slug } = request.params;
    requireOrigin(request, snapshot);
    const isForm = given.proof.kind === 'form';
    const waitSeconds = waitOf(snapshot, isForm, asking.limits);
    if (waitSeconds !== null) throw tooManyAsks(waitSeconds);
    const useHash = spendableBy(given, slug);
    if (useHash === null) throw new ServiceError('page_proof_required');
    const { question, contact } = given;
    const mayBeRead = asking.judge.mayBeRead(snapshot);
    const use = { useHash, networks: request.networks, isForm };
    try {
      const { outcome, wasRead } = await admission.inTurn(reply, () =>
        askPage(asking, { snapshot, question, contact, use }),
      );
      asked(outcome.answered ? 'answered' : 'passed_on');
      if (!outcome.answered) await pad(reply, startedAt, { mayBeRead, wasRead });
      return outcome;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'page_full') {
        asked('full');
        await pad(reply, startedAt, { mayBeRead, wasRead: false });
      }
      throw error;
    }
  }

  /** Returns the hash that marks a proof or ticket as used; null if the proof or ticket is not valid. */
  function spendableBy({ proof, isTrapped }: GivenAsk, slug: string): string | null {
    if (isTrapped) return null;
    if (proof.kind === 'work') return verifyProof(proof.proof, slug, secrets.proofs());
    const { state, useHash } = readTicket(proof.ticket, slug, secrets.tickets());
    return state === 'valid' ? useHash : null;
  }

  /** Checks that the question comes from an allowed origin. @throws ServiceError `page_origin_rejected` */
  function requireOrigin(request: FastifyRequest, { page }: PageSnapshot): void {
    const { origin } = request.headers;
    if (origin === undefined || isOwnOrigin(origin, request.socket.localPort)) return;
    const isOfDomain = page.domains.some(
      ({ domain, provenAt }) => provenAt !== null && (origin === `https://${domain}` || origin === `http://${domain}`),
    );
    if (!isOfDomain) throw new ServiceError('page_origin_rejected');
  }

  /** Delays the answer as `EvenTime` requires. Frees the slot for other requests during the delay. */
  async function pad(
    reply: FastifyReply,
    startedAt: number,
    question: Parameters<EvenTime['totalMs']>[1],
  ): Promise<void> {
    admission.leave(reply);
    const tookMs = performance.now() - startedAt;
    await delay(evenTime.totalMs(tookMs, question) - tookMs);
  }

  /** Shows the form again, with the input and the fault. A ticket that is still valid stays in the form. */
  async function showForm(request: PageRequest, reply: FastifyReply, refusal: ServiceError): Promise<void> {
    const { code, details } = refusal;
    const snapshot = request.askedPage;
    if (snapshot === null) return app.errorHandler(refusal, request, reply);
    logFailure(deps.log, request.id, refusal);
    request.refusal = code;
    const { slug } = request.params;
    const { question = '', contact = '', ticket: given = '' } = formFields(request.body);
    const keepsTicket = code === 'invalid_request' && readTicket(given, slug, secrets.tickets()).state !== 'invalid';
    const ticket = keepsTicket ? given : makeTicket(slug, secrets.tickets());
    const field = code === 'invalid_request' ? faultyField(refusal.message) : null;
    const error = { field, code, message: refusal.message };
    if (details.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds));
    reply.code(errorCatalogue[code].status).type('text/html; charset=utf-8');
    reply.send(renderAskForm(await viewOf(snapshot), { ticket, question, contact, error }));
  }
}
