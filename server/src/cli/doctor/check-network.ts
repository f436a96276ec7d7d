import { connect } from 'node:net';
import type { Config } from '../../config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const patienceMs = 3_000;

/** Checks the address that the service listens on, the proxy in front of it, and whether the service answers. */
export async function checkNetwork(config: Config): Promise<Finding[]> {
  return [await checkService(config), ...checkPublicUrl(config)];
}

async function checkService({ host, port }: Config): Promise<Finding> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    if (answer.ok) return ok('service', `answers on ${url}`);
    if (answer.status === 503)
      return fail(
        'service',
        `on ${url} reports that it cannot serve requests`,
        'Find the reason in its log; it is usually the store.',
      );
    return warn('service', `another program answers on ${url}`, 'Stop that program, or set PORT to a different port.');
  } catch {
    return ok('service', `is not running on ${url}`);
  }
}

function checkPublicUrl({ host, publicUrl, trustedProxies }: Config): Finding[] {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const findings: Finding[] = [];
  if (publicUrl === null) {
    findings.push(
      isLoopback
        ? ok('public address', 'none: the service is only reachable on this machine')
        : warn(
            'public address',
            `none, but the service listens on ${host}`,
            'Set UNDERSTUDY_PUBLIC_URL to the address that callers use.',
          ),
    );
  } else if (publicUrl.startsWith('http:') && !isLocalUrl(publicUrl)) {
    findings.push(
      warn(
        'public address',
        `${publicUrl} is not encrypted, so keys are sent unencrypted`,
        'Put a proxy with TLS in front of it, and set UNDERSTUDY_PUBLIC_URL to its https:// address.',
      ),
    );
  } else {
    findings.push(ok('public address', publicUrl));
  }
  if (publicUrl?.startsWith('https:') === true && trustedProxies.length === 0) {
    findings.push(
      warn(
        'proxy',
        "the proxy that handles TLS for the service is not trusted, so everyone's failed authentication attempts count against its address",
        'Set UNDERSTUDY_TRUSTED_PROXIES to the address of that proxy.',
      ),
    );
  }
  return findings;
}

function isLocalUrl(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Tries to open a connection to an address within three seconds. Returns the reason if this fails, otherwise null. */
export function reach(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patienceMs });
    const end = (reason: string | null): void => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end('it does not answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'it cannot be reached'));
  });
}
