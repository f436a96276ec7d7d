import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

export interface ConsoleCookie {
  /** Returns the browser's token; null if it has none. */
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * Creates functions for a cookie that scripts cannot read and that other sites' requests do not carry. On https, other
 * hosts in the domain cannot set the cookie either.
 */
export function createConsoleCookie(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { of, maxMs }: { readonly of: 'session' | 'browser'; readonly maxMs: number },
): ConsoleCookie {
  const isSecure = publicUrl?.startsWith('https:') === true;
  const name = `${isSecure ? '__Host-' : ''}understudy_${of}`;
  // The __Host- prefix requires the path "/". The agent routes therefore receive the cookie, but never read it.
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure };
  return {
    read: (request) => request.cookies[name] || null,
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: maxMs / 1_000 }),
    clear: (reply) => void reply.setCookie(name, '', { ...options, maxAge: 0 }),
  };
}
