import type { Persona } from '../../domain/persona.ts';
import { createRecentMap } from '../../lib/recent-map.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';

const kept = 64;

export type PersonaReader = (place: { workspaceId: string; profileId: string }) => Promise<PersonaDraftRecord | null>;

/**
 * Creates a reader of profiles with their drafts. As long as a persona is unchanged, the reader returns the same object
 * for it. Engines cache derived data for each persona object, and deriving this data from a large persona is slow.
 */
export function createPersonaReader({ store }: { store: Pick<Store, 'personaDraft'> }): PersonaReader {
  const personas = createRecentMap<Persona>(kept);

  function same(name: readonly unknown[], read: Persona): Persona {
    const key = JSON.stringify(name);
    const known = personas.get(key) ?? read;
    personas.set(key, known);
    return known;
  }

  return async ({ workspaceId, profileId }) => {
    const record = await store.personaDraft({ workspaceId, profileId });
    if (record === null) return null;
    const { publishedRevision, version, draft } = record;
    return {
      ...record,
      published: same([workspaceId, profileId, 'revision', publishedRevision], record.published),
      draft: draft === null ? null : same([workspaceId, profileId, 'version', version], draft),
    };
  };
}
