import type { ConsoleOutput } from '../../domain/console/routes.ts';
import { pageDoubtsOf } from '../../domain/page/page-doubts.ts';
import { isOnPage } from '../../domain/page/page-view.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { Persona } from '../../domain/persona.ts';
import { type Item, itemsOf, titleOf } from './persona-items.ts';

type PageItem = ConsoleOutput<'previewPage'>['items'][number];

/**
 * Lists the items that a Page shows from a persona, each compared with its published version. The items that the Page
 * no longer shows come last.
 */
export function pageChanges(persona: Persona, published: Persona, now: EpochMs): PageItem[] {
  const before = shownItems(published, now);
  const after = shownItems(persona, now);
  const gone = [...before].filter(([id]) => !after.has(id)).map(([, item]) => viewed(item, 'goes'));
  const shown = [...after].map(([id, item]) => {
    const earlier = before.get(id)?.item;
    return viewed(item, earlier === undefined ? 'comes' : earlier.text === item.item.text ? 'stays' : 'changes');
  });
  return [...shown, ...gone];
}

function shownItems(persona: Persona, now: EpochMs): Map<string, Item> {
  const items = itemsOf(persona).filter(({ item }) => isOnPage(item, now));
  return new Map(items.map((each) => [each.item.id, each]));
}

function viewed(item: Item, change: PageItem['change']): PageItem {
  const { id, text } = item.item;
  return { id, title: titleOf(item), text, doubts: pageDoubtsOf(item.item), change };
}
