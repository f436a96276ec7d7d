import type { Persona } from '../domain/persona.ts';
import { itemHashesOf, teachingHash } from '../drafting/answer/teaching.ts';

const hashes = new WeakMap<Persona, string>();

/**
 * Returns a hash of everything in a persona that its classifier learns. The hash is computed once per persona object,
 * because these objects are never changed in place.
 */
export function teachingHashOf(persona: Persona): string {
  const known = hashes.get(persona);
  if (known !== undefined) return known;
  const hash = teachingHash([...itemHashesOf(persona)].map(([id, own]) => ({ id, hash: own })));
  hashes.set(persona, hash);
  return hash;
}

/** Returns true if a persona has at least one item to train a classifier for. */
export function isTeachable({ facts = [], offers = [] }: Persona): boolean {
  return facts.length + offers.length > 0;
}
