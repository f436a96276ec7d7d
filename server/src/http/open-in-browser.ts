import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * Redirects a person who opened the service's root address to the console. Returns false and sends nothing if the
 * request does not prefer HTML to JSON. API callers never prefer HTML.
 */
export function openInBrowser({ method, url, headers }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET' || url.split('?', 1)[0] !== '/') return false;
  const [first] = new Negotiator({ headers }).mediaTypes(['application/json', 'text/html']);
  if (first !== 'text/html') return false;
  reply.redirect('/console/', 302);
  return true;
}
