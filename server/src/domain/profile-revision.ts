import { canonicalHash } from '../lib/canonical-json.ts';
import type { Persona } from './persona.ts';
import type { ActiveStatus } from './workspace-document.ts';

/**
 * Returns sixteen hex characters that change whenever the display name, the status or the persona changes, regardless
 * of key order.
 */
export function personaRevision(profile: {
  readonly displayName: string;
  readonly status: ActiveStatus;
  readonly persona: Persona;
}): string {
  const { displayName, status, persona } = profile;
  return canonicalHash({ displayName, status, persona }).slice(0, 16);
}
