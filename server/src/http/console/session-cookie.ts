import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionTerms } from '../../admin/accounts/open-session.ts';
import type { Config } from '../../config.ts';

export interface SessionCookie {
  /** The token that the browser has, or null. */
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** The session in a cookie that no script reads and no other site sends; on https no other host of the domain can set it either. */
export function createSessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>): SessionCookie {
  const isSecure = publicUrl?.startsWith('https:') === true;
  const name = isSecure ? '__Host-understudy_session' : 'understudy_session';
  // A name with __Host- needs the path "/": the agent's routes are sent it, and never look at it.
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure };
  return {
    read: (request) => request.cookies[name] || null,
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: sessionTerms.maxMs / 1_000 }),
    clear: (reply) => void reply.setCookie(name, '', { ...options, maxAge: 0 }),
  };
}
