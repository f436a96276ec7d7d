import type { Persona } from '../../domain/persona.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';

/** Returns the profile's draft, or the live persona if there is no draft. */
export function draftOf({ draft, published }: PersonaDraftRecord): Persona {
  return draft ?? published;
}
