import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { OperatorError } from '../../lib/errors.ts';

/** An address to listen on, and the name of the setting that contains its port. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly variable: string;
}

/** Starts listening at an address. @throws OperatorError that explains why the service cannot listen there */
export async function listenAt<Result>(
  { host, port, variable }: Place,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} on ${host} is in use by another program. Set ${variable} to another port, such as ${variable}=${port + 1}.`,
      );
    }
    if (code === 'EACCES')
      throw new OperatorError(
        `This user does not have permission to open port ${port}. Set ${variable} to a port above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`HOST ${host} is not an address of this machine. Set HOST to one of its addresses.`);
    throw error;
  }
}

/** Checks that the service can listen at an address. @throws OperatorError if it cannot */
export async function requireFreePort(place: Place): Promise<void> {
  const probe = createServer();
  await listenAt(place, async () => {
    probe.listen({ host: place.host, port: place.port });
    await once(probe, 'listening');
  });
  await new Promise((resolve) => probe.close(resolve));
}

/** Returns the URL at which a program on this machine reaches a server. */
export function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
