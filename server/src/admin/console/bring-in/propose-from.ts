import { ConsoleError } from '../../../domain/console/console-error.ts';
import type { ConsoleOutput } from '../../../domain/console/routes.ts';
import { draftOf } from '../draft-of.ts';
import type { PersonaReader } from '../persona-reader.ts';
import { proposeItems } from './propose-items.ts';

/**
 * Finds the items that a pasted text would add to a persona. Stores nothing. @throws ConsoleError `console_not_found`
 */
export async function proposeFrom(
  readPersona: PersonaReader,
  place: { readonly workspaceId: string; readonly profileId: string },
  text: string,
): Promise<ConsoleOutput<'proposeItems'>> {
  const record = await readPersona(place);
  if (record === null) throw new ConsoleError('console_not_found');
  const { facts = [], offers = [], phrases = [] } = draftOf(record);
  const known = [...facts, ...offers, ...phrases].map((item) => item.text);
  const { items, unanswered } = proposeItems(text, known);
  return { items: [...items], unanswered: [...unanswered] };
}
