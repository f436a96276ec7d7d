import { ConsoleError } from '../../domain/console/console-error.ts';
import type { SaveItemRequest } from '../../domain/console/persona-contract.ts';
import type { Persona } from '../../domain/persona.ts';
import { createId } from '../../lib/ids.ts';
import type { NewChange } from '../../store/console-port.ts';
import { type Item, titleOf } from './persona-items.ts';

/** The draft that an edit produces, and its entry in the history. */
export interface Edit {
  readonly persona: Persona;
  readonly change: Omit<NewChange, 'accountId' | 'by'>;
}

/**
 * Returns the single item in a request. @throws ConsoleError `console_input_invalid` when there is none or more than
 * one
 */
export function itemOf({ id, fact, offer, phrase }: SaveItemRequest): Item {
  const given: Item[] = [];
  if (fact !== undefined) given.push({ kind: 'fact', item: { id: id ?? createId('fact'), ...fact } });
  if (offer !== undefined) given.push({ kind: 'offer', item: { id: id ?? createId('offer'), ...offer } });
  if (phrase !== undefined) given.push({ kind: 'phrase', item: { id: id ?? createId('phrase'), ...phrase } });
  const [item, another] = given;
  if (item !== undefined && another === undefined) return item;
  throw new ConsoleError('console_input_invalid', { message: 'Save one fact, offer or phrase at a time.' });
}

/** Builds the history entry for a changed item. */
export function changeOf(
  action: 'add' | 'change' | 'remove',
  of: Item,
  before: Item | null,
  after: Item | null,
): Edit['change'] {
  const asJson = (item: Item | null) => (item === null ? null : json(item.item));
  const what = { ...wholeChange(action, titleOf(of)), itemKind: of.kind, itemId: of.item.id };
  return { ...what, before: asJson(before), after: asJson(after) };
}

/** Builds the history entry for a change that concerns more than one item, or no item. */
export function wholeChange(action: NewChange['action'], title: string): Edit['change'] {
  return { action, title, itemKind: null, itemId: null, before: null, after: null, conversationId: null };
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
