import { isWithheld } from '../domain/autonomy.ts';
import type { Persona } from '../domain/persona.ts';
import { itemHashesOf } from '../drafting/answer/teaching.ts';
import type { DraftingTerms } from '../store/write-port.ts';

/**
 * Returns the ids of items whose answers are no longer automatic, because creators often edited or rejected them and
 * the items have not changed since.
 */
export function withheldItems(records: DraftingTerms['records'], persona: Persona): string[] {
  if (records.length === 0) return [];
  const hashes = itemHashesOf(persona);
  return records
    .filter((record) => isWithheld(record) && hashes.get(record.itemId) === record.hash)
    .map(({ itemId }) => itemId);
}
