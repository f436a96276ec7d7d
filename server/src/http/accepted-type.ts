import Negotiator from 'negotiator';

/** How the caller wants its answer: JSON where it takes it, else one server-sent event; null when it takes neither. A missing Accept means JSON, `q=0` excludes. */
export function acceptedType(accept: string | undefined): 'application/json' | 'text/event-stream' | null {
  const negotiator = new Negotiator({ headers: { accept } });
  const taken = negotiator.mediaTypes(['application/json', 'text/event-stream']);
  if (taken.includes('application/json')) return 'application/json';
  return taken.includes('text/event-stream') ? 'text/event-stream' : null;
}
