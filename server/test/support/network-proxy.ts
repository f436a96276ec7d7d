import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** How the proxy treats connections, and the bytes in either direction. */
export type Weather =
  | { readonly kind: 'clear' }
  /** New and existing connections are reset immediately. */
  | { readonly kind: 'refuse' }
  /** Nothing passes in either direction and no error is reported: bytes wait until the network is clear again. */
  | { readonly kind: 'silent' }
  /**
   * Nothing passes in either direction, and existing connections never recover, as when a firewall has forgotten them.
   */
  | { readonly kind: 'forgotten' }
  /** Each answer is delayed. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /**
   * The given share of requests is cut in two, and the connection is reset, so the server never gets the whole request.
   */
  | { readonly kind: 'cut-requests'; readonly share: number }
  /**
   * The given share of requests reaches the server completely, but the connection is reset when the answer arrives. The
   * request is carried out, but the caller gets no answer.
   */
  | { readonly kind: 'cut-answers'; readonly share: number };

export interface NetworkProxy {
  readonly port: number;
  /** Returns the number of connections cut since the start. */
  cuts(): number;
  turn(weather: Weather): void;
  stop(): Promise<void>;
}

/** Starts a TCP proxy on the loopback interface whose behaviour can be changed at any time. */
export async function startProxy(target: { host: string; port: number }): Promise<NetworkProxy> {
  let weather: Weather = { kind: 'clear' };
  let cuts = 0;
  const pairs = new Set<readonly [Socket, Socket]>();
  const forgotten = new WeakSet<readonly [Socket, Socket]>();

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (weather.kind === 'refuse') return near.resetAndDestroy();
    const far = createConnection({ ...target, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    let isDoomed = false;
    const cut = () => {
      cuts += 1;
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    near.on('data', (chunk: Buffer) => {
      const isHit = 'share' in weather && Math.random() < weather.share;
      if (isHit && weather.kind === 'cut-requests') {
        // The first half of the request must be sent before the connection is reset.
        far.write(chunk.subarray(0, Math.floor(chunk.length / 2)), cut);
        return;
      }
      if (isHit) isDoomed = true;
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (isDoomed) return cut();
      if (weather.kind === 'slow') setTimeout(() => near.writable && near.write(chunk), weather.delayMs);
      else near.write(chunk);
    });
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    if (isSilent(weather)) for (const socket of pair) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The address of a TCP server is never a string.
  return {
    port,
    cuts: () => cuts,
    turn: (next) => {
      if (weather.kind === 'forgotten') for (const pair of pairs) forgotten.add(pair);
      weather = next;
      for (const pair of pairs) {
        if (next.kind === 'refuse') for (const socket of pair) socket.resetAndDestroy();
        else if (isSilent(next)) for (const socket of pair) socket.pause();
        else if (forgotten.has(pair)) continue;
        else for (const socket of pair) socket.resume();
      }
    },
    stop: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function isSilent({ kind }: Weather): boolean {
  return kind === 'silent' || kind === 'forgotten';
}
