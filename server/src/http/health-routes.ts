import type { FastifyInstance } from 'fastify';
import { StoreUnavailable } from '../lib/errors.ts';
import type { Store } from '../store/port.ts';

const checkTimeoutMs = 3_000;

/**
 * Serves `/healthz`, which answers while the process runs, and `/readyz`, which answers 503 with the reason while the
 * process cannot serve requests. Neither answer reveals anything about workspaces.
 */
export function registerHealthRoutes(app: FastifyInstance, store: Store, isStopping: () => boolean) {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const reason = isStopping() ? 'the service is shutting down' : await unreadyReason(store);
    if (reason === null) return { ok: true };
    return reply.code(503).header('retry-after', '2').send({ ok: false, reason });
  });
}

async function unreadyReason(store: Store): Promise<string | null> {
  const timeout = new Promise<string>((resolve) => {
    setTimeout(resolve, checkTimeoutMs, `the store did not answer within ${checkTimeoutMs} ms`).unref();
  });
  const check = store.check().then(
    () => null,
    (error: unknown) => (error instanceof StoreUnavailable ? error.reason : 'the store failed its check'),
  );
  return Promise.race([check, timeout]);
}
