import Negotiator from 'negotiator';

const bothTypes = 'application/json, text/event-stream';

/** A parameter other than `q`, up to the next one or the next type; a quoted value may hold either separator. */
const otherParameter = /;(?!\s*q\s*=)(?:"(?:[^"\\]|\\.)*"?|[^;,"])*/gi;

/**
 * How the caller wants its answer: JSON where it takes it, else one server-sent event; null when it takes neither. A
 * missing or empty Accept means JSON, `q=0` excludes, and no other parameter matters.
 */
export function acceptedType(accept: string | undefined): 'application/json' | 'text/event-stream' | null {
  // What nearly every caller sends need not be parsed.
  if (accept === undefined || accept === '' || accept === 'application/json' || accept === bothTypes)
    return 'application/json';
  const negotiator = new Negotiator({ headers: { accept: accept.replace(otherParameter, '') } });
  const taken = negotiator.mediaTypes(['application/json', 'text/event-stream']);
  if (taken.includes('application/json')) return 'application/json';
  return taken.includes('text/event-stream') ? 'text/event-stream' : null;
}
