import { canonicalHash } from '../../lib/canonical-json.ts';
import type { EpochMs } from '../period.ts';
import type { Persona } from '../persona.ts';
import { isApproved } from '../validity.ts';
import type { ApprovalTimes } from './page-view.ts';

/** An item that is approved for the Page, with a hash that changes with the words and the link that visitors see. */
export interface PageItem {
  readonly id: string;
  readonly hash: string;
}

/** The time since which an item has had its hash. */
export interface NotedItem extends PageItem {
  readonly at: EpochMs;
}

/** The items of a persona that are approved for the Page, regardless of when they are valid. */
export function pageItemsOf({ phrases = [], facts = [], offers = [] }: Persona): PageItem[] {
  return [...phrases, ...facts, ...offers]
    .filter((item) => item.onPage === true && isApproved(item))
    .map((item) => ({
      id: item.id,
      hash: canonicalHash({ text: item.text, ...('url' in item && { url: item.url }) }),
    }));
}

/**
 * The times since which items of a persona have been approved in their current form. New and changed items are omitted.
 */
export function approvalTimesOf(persona: Persona, noted: readonly NotedItem[]): ApprovalTimes {
  const known = new Map(noted.map(({ id, hash, at }) => [`${id} ${hash}`, at]));
  return Object.fromEntries(
    pageItemsOf(persona).flatMap(({ id, hash }) => {
      const at = known.get(`${id} ${hash}`);
      return at === undefined ? [] : [[id, at]];
    }),
  );
}
