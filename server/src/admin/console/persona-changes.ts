import { isDeepStrictEqual } from 'node:util';
import type { About, ChangeView } from '../../domain/console/persona-contract.ts';
import type { Persona } from '../../domain/persona.ts';
import type { PersonaChange } from '../../store/console-port.ts';
import { isoTime } from '../iso-time.ts';
import { aboutOf, findItem, type Item, withAbout, withItem, withoutItem } from './persona-items.ts';

/**
 * Returns a change in the form that the history shows. Whether the change can be undone depends on the current draft.
 */
export function viewChange(change: PersonaChange, draft: Persona, version: number): ChangeView {
  const { at, by, accountId, action, itemKind, itemId, title, conversationId } = change;
  // A change to the whole persona is too large to show.
  const isShown = itemKind !== null || isOfAbout(change);
  return {
    id: String(change.version),
    at: isoTime(at),
    by: { accountId, name: by },
    action,
    itemKind,
    itemId,
    title,
    before: isShown ? parsed(change.before) : null,
    after: isShown ? parsed(change.after) : null,
    conversationId,
    canUndo: canUndo(change, draft, version),
  };
}

/**
 * Returns true if the change can be undone. This requires that nothing has changed its result since. A change to the
 * whole persona must also be the last change.
 */
export function canUndo(change: PersonaChange, draft: Persona, version: number): boolean {
  const { itemId } = change;
  if (itemId !== null) return isDeepStrictEqual(findItem(draft, itemId)?.item ?? null, parsed(change.after));
  if (isOfAbout(change)) return isDeepStrictEqual(aboutOf(draft), parsed(change.after));
  return change.version === version && change.before !== null;
}

/** Returns the draft after undoing a change. Call it only if `canUndo` returned true for the change. */
export function undoneBy(change: PersonaChange, draft: Persona): Persona {
  const { itemKind: kind, itemId } = change;
  const before = parsed(change.before);
  if (kind !== null && itemId !== null) {
    // The item was of this kind when the change was recorded.
    return before === null ? withoutItem(draft, itemId) : withItem(draft, { kind, item: before } as Item);
  }
  // This service stored `before`, so it has one of these two forms.
  return isOfAbout(change) ? withAbout(draft, before as About) : (before as Persona);
}

/** Returns true for a change to the parts of a persona other than its items, and for the undoing of such a change. */
function isOfAbout({ action, itemKind, before, after }: PersonaChange): boolean {
  return action === 'about' || (action === 'undo' && itemKind === null && before !== null && after !== null);
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
