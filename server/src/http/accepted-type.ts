import Negotiator from 'negotiator';

const bothTypes = 'application/json, text/event-stream';

/** Matches a parameter other than `q`, up to the next `;` or `,` outside a quoted value. */
const otherParameter = /;(?!\s*q\s*=)(?:"(?:[^"\\]|\\.)*"?|[^;,"])*/gi;

/**
 * Returns the type of the answer to a request with this Accept header: JSON if the header accepts it, otherwise one
 * server-sent event. Returns null if the header accepts neither. A missing or empty Accept header means JSON, `q=0`
 * excludes a type, and other parameters are ignored.
 */
export function acceptedType(accept: string | undefined): 'application/json' | 'text/event-stream' | null {
  // Skips parsing for the header values that nearly every caller sends.
  if (accept === undefined || accept === '' || accept === 'application/json' || accept === bothTypes)
    return 'application/json';
  const negotiator = new Negotiator({ headers: { accept: accept.replace(otherParameter, '') } });
  const taken = negotiator.mediaTypes(['application/json', 'text/event-stream']);
  if (taken.includes('application/json')) return 'application/json';
  return taken.includes('text/event-stream') ? 'text/event-stream' : null;
}
