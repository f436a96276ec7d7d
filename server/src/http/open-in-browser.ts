import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * Leads a person who opened the bare address to the console. Whoever does not ask for a page first, as no caller of the
 * interface does, is not led anywhere: false, and nothing is answered.
 */
export function openInBrowser({ method, url, headers }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET' || url.split('?', 1)[0] !== '/') return false;
  const [first] = new Negotiator({ headers }).mediaTypes(['application/json', 'text/html']);
  if (first !== 'text/html') return false;
  reply.redirect('/console/', 302);
  return true;
}
