import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { LiveEvent } from '../../domain/console/insight-contract.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { ConsoleStore, Pulse } from '../../store/console-port.ts';
import { createStreamPlaces, type StreamBounds } from './stream-places.ts';

const lookEveryMs = 1_000;
const keepAliveMs = 15_000;
const fullForSeconds = 30;

const refusals: Readonly<Record<keyof StreamBounds, string>> = {
  account: 'You have too many console windows open. Close some of them. The remaining windows keep working.',
  workspace: 'This workspace is open in too many windows. Reload the page to see what changed.',
  process: 'Too many console windows are open. Reload the page to see what changed.',
};

export interface LiveEvents {
  /**
   * Answers with a stream that lasts until the browser disconnects, the session ends or the service stops.
   * @throws ConsoleError `console_too_many_windows`
   */
  open(stream: OpeningStream): Promise<void>;
  /** Ends the streams of ended sessions immediately, not only at the next keep-alive. */
  recheck(): void;
  close(): void;
  /** Returns the number of open streams. */
  streams(): number;
}

export interface OpeningStream {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly workspaceId: string;
  readonly accountId: string;
  /** Reads the session with its current role in the workspace; resolves to null if it has ended. */
  findSession(): Promise<SessionRecord | null>;
}

interface Listener {
  send(event: LiveEvent): void;
  keepAlive(): Promise<void>;
  end(): void;
}

/**
 * Creates the streams that tell pages about changes in their workspace, whatever caused the changes. For each workspace
 * with an open page, one small query per second reads the state of the workspace's parts, regardless of the number of
 * pages.
 */
export function createLiveEvents({
  store,
  bounds,
}: {
  readonly store: Pick<ConsoleStore, 'pulse'>;
  readonly bounds?: StreamBounds;
}): LiveEvents {
  const watched = new Map<string, { listeners: Set<Listener>; last: Pulse | null; isBusy: boolean }>();
  const places = createStreamPlaces(bounds);
  let timer: NodeJS.Timeout | null = null;
  let keepAliveTimer: NodeJS.Timeout | null = null;

  async function look(workspaceId: string): Promise<void> {
    const watch = watched.get(workspaceId);
    if (watch === undefined || watch.isBusy) return;
    watch.isBusy = true;
    try {
      const pulse = await store.pulse({ workspaceId });
      const { last } = watch;
      watch.last = pulse;
      if (last === null) return;
      for (const event of ['review', 'deliveries', 'persona'] as const) {
        if (last[event] !== pulse[event]) for (const listener of watch.listeners) listener.send(event);
      }
    } catch {
      // The store is unavailable. Pages notice this through their own requests. They learn of changes once the store is
      // available again.
    } finally {
      watch.isBusy = false;
    }
  }

  function recheck(): void {
    for (const { listeners } of watched.values()) for (const listener of listeners) void listener.keepAlive();
  }

  function start(): void {
    timer ??= setInterval(() => {
      for (const workspaceId of watched.keys()) void look(workspaceId);
    }, lookEveryMs).unref();
    keepAliveTimer ??= setInterval(recheck, keepAliveMs).unref();
  }

  function stopWhenIdle(): void {
    if (watched.size > 0) return;
    if (timer !== null) clearInterval(timer);
    if (keepAliveTimer !== null) clearInterval(keepAliveTimer);
    timer = null;
    keepAliveTimer = null;
  }

  return {
    async open({ reply, workspaceId, accountId, findSession }) {
      const { raw } = reply;
      // If a response closed before this point, nothing listens for its end, so a slot taken now would never be freed.
      if (raw.closed || raw.destroyed) return void reply.hijack();
      const leave = places.take({ workspaceId, accountId });
      if (typeof leave === 'string') {
        throw new ConsoleError('console_too_many_windows', {
          message: refusals[leave],
          retryAfterSeconds: fullForSeconds,
        });
      }
      reply.hijack();
      const watch = watched.get(workspaceId) ?? { listeners: new Set(), last: null, isBusy: false };
      watched.set(workspaceId, watch);
      const listener: Listener = {
        send: (event) =>
          void raw.write(`event: ${event}\ndata: ${JSON.stringify({ at: new Date().toISOString() })}\n\n`),
        async keepAlive() {
          const session = await findSession().catch(() => undefined);
          if (!watch.listeners.has(listener)) return;
          // If the store is unavailable, the session is undefined. This does not mean that the person signed out.
          if (session === undefined || (session !== null && session.role !== null)) return void raw.write(': here\n\n');
          listener.send('signed_out');
          raw.end();
        },
        end: () => void raw.end(),
      };
      watch.listeners.add(listener);
      raw.once('close', () => {
        leave();
        watch.listeners.delete(listener);
        if (watch.listeners.size === 0 && watched.get(workspaceId) === watch) watched.delete(workspaceId);
        stopWhenIdle();
      });
      raw.writeHead(200, {
        ...reply.getHeaders(),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      } as Record<string, string>);
      raw.write('retry: 2000\n\n');
      start();
      await look(workspaceId);
    },
    recheck,
    close() {
      for (const { listeners } of watched.values()) for (const listener of listeners) listener.end();
    },
    streams: places.taken,
  };
}
