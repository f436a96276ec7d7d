import type { Persona } from '../../domain/persona.ts';
import { claimsIn } from '../guard/claims.ts';
import { defaultMaxLength, voiceBreaches } from '../guard/voice-breaches.ts';

const judged = new WeakMap<Persona, Map<string, boolean>>();

/**
 * Returns true if an approved text may be a whole reply: it follows the creator's rules and does not claim that a human
 * answers.
 */
export function isSayable(text: string, persona: Persona): boolean {
  const known = judged.get(persona) ?? new Map<string, boolean>();
  judged.set(persona, known);
  const before = known.get(text);
  if (before !== undefined) return before;
  const sayable = mayBeSaid(text, persona);
  known.set(text, sayable);
  return sayable;
}

function mayBeSaid(text: string, persona: Persona): boolean {
  const most = persona.voice?.maxLength ?? defaultMaxLength;
  if ([...text].length > most || claimsIn(text).some((claim) => claim.kind === 'human')) return false;
  return voiceBreaches(text, persona).length === 0;
}
