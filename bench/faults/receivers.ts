import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebhookReceiver {
  readonly url: string;
  /** How often each notification arrived and was answered 204, by its id. */
  readonly received: ReadonlyMap<string, number>;
  /** Of arrivals, in order, on the clock of `Date.now()`. */
  readonly arrivedAt: readonly number[];
  stop(): Promise<void>;
}

/** A webhook endpoint on the loopback that counts what it accepts by the id under which each notification is sent. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const received = new Map<string, number>();
  const arrivedAt: number[] = [];
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    request.resume().on('end', () => {
      received.set(id, (received.get(id) ?? 0) + 1);
      arrivedAt.push(Date.now());
      response.writeHead(204).end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    arrivedAt,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
