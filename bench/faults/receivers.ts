import { once } from 'node:events';
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../server/test/support/service-process.ts';

/**
 * A receiver of notifications. It is unavailable until `open`, and can become unavailable again; its address stays the
 * same.
 */
export interface Receiver {
  readonly url: string;
  /** The number of times that each notification was accepted, by its id. */
  readonly received: ReadonlyMap<string, number>;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a webhook endpoint on the loopback interface. */
export async function createWebhookReceiver(): Promise<Receiver> {
  const port = await freePort();
  const { received, take } = counter();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      take(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  });
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    open: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Creates a mail server on the loopback interface. Each mail's Message-ID begins with its notification's id. */
export async function createMailReceiver(): Promise<Receiver> {
  const port = await freePort();
  const { received, take } = counter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 200,
    logger: false,
    onData: (stream, _session, done) => {
      let source = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        source += chunk;
      });
      stream.on('end', () => {
        take(/^Message-ID: <([^@>]+)@/im.exec(source)?.[1] ?? 'without an id');
        done();
      });
    },
  });
  server.on('error', () => undefined);
  let isOpen = false;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    open: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      isOpen = true;
    },
    close: async () => {
      if (isOpen) await new Promise<void>((resolve) => server.close(() => resolve()));
      isOpen = false;
    },
  };
}

function counter() {
  const received = new Map<string, number>();
  return { received, take: (id: string) => received.set(id, (received.get(id) ?? 0) + 1) };
}
