import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ConsoleError } from '../../domain/console/console-error.ts';
import { createOwnOrigin } from '../own-origin.ts';

const header = 'x-understudy-console';

export interface OwnPage {
  /**
   * Accepts requests only from this service's pages. A page of another site cannot send this origin. It also cannot add
   * the console's header, because no preflight allows that header. @throws ConsoleError `console_request_refused`
   */
  require(request: FastifyRequest): void;
  /** Returns the requesting page's origin, such as `http://localhost:8787`. */
  originOf(request: FastifyRequest): string;
  /** Returns true if the page's origin supports passkeys. Browsers create them for host names, not for IP addresses. */
  takesPasskeys(request: FastifyRequest): boolean;
}

export function createOwnPage(config: Pick<Config, 'publicUrl' | 'host'>): OwnPage {
  const isOwnOrigin = createOwnOrigin(config);
  const fallback = (request: FastifyRequest) =>
    config.publicUrl === null ? `http://localhost:${request.socket.localPort}` : new URL(config.publicUrl).origin;

  function originOf(request: FastifyRequest): string {
    const named = request.headers.origin ?? `http://${request.headers.host ?? ''}`;
    return isOwnOrigin(named, request.socket.localPort) ? named : fallback(request);
  }

  return {
    require(request) {
      const { origin, 'sec-fetch-site': site } = request.headers;
      const isRead = request.method === 'GET';
      if (origin !== undefined && !isOwnOrigin(origin, request.socket.localPort)) {
        throw new ConsoleError('console_request_refused', {
          message: `The console is not available at ${printableOrigin(origin)}. Open it at the address in UNDERSTUDY_PUBLIC_URL, or on the service's own machine.`,
        });
      }
      // "none" means that the user opened the address directly. Such a request may only read.
      const isSameSite = site === undefined || site === 'same-origin' || (isRead && site === 'none');
      if (!isSameSite || (!isRead && request.headers[header] === undefined)) {
        throw new ConsoleError('console_request_refused');
      }
    },
    originOf,
    takesPasskeys: (request) => isIP(new URL(originOf(request)).hostname.replace(/^\[|\]$/g, '')) === 0,
  };
}

function printableOrigin(origin: string): string {
  return URL.parse(origin)?.origin ?? 'this address';
}
