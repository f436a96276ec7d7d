import type { Persona } from '../../domain/persona.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';

/** Returns the draft, or the live persona if nothing differs. */
export function draftOf({ draft, published }: PersonaDraftRecord): Persona {
  return draft ?? published;
}
