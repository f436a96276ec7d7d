import type { Config } from '../config.ts';

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns a function that recognizes the service's own origin. Pages of that origin may always call the service. It is
 * the origin of the service's public address or, if none is set, any origin that reaches the service on its own
 * machine. Never uses the `Host` header, which anyone can set.
 */
export function createOwnOrigin(
  config: Pick<Config, 'publicUrl' | 'host'>,
): (origin: string, port: number | undefined) => boolean {
  if (config.publicUrl !== null) {
    const own = new URL(config.publicUrl).origin;
    return (origin) => origin === own;
  }
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const names = new Set([...loopback, host]);
  return (origin, port) => {
    const url = URL.parse(origin);
    return (
      url?.origin === origin && url.protocol === 'http:' && names.has(url.hostname) && Number(url.port || 80) === port
    );
  };
}
