import { canonicalHash } from '../../lib/canonical-json.ts';
import type { EpochMs } from '../period.ts';
import type { Persona } from '../persona.ts';
import { isApproved } from '../validity.ts';
import type { ApprovalTimes } from './page-view.ts';

/**
 * An item that is approved for the Page, with a hash that changes if the words or the link that visitors see change.
 */
export interface PageItem {
  readonly id: string;
  readonly hash: string;
}

/** An item with its current hash, and the time at which it got that hash. */
export interface NotedItem extends PageItem {
  readonly at: EpochMs;
}

/** Returns the persona's items that are approved for the Page, regardless of when they are valid. */
export function pageItemsOf({ phrases = [], facts = [], offers = [] }: Persona): PageItem[] {
  return [...phrases, ...facts, ...offers]
    .filter((item) => item.onPage === true && isApproved(item))
    .map((item) => ({
      id: item.id,
      hash: canonicalHash({ text: item.text, ...('url' in item && { url: item.url }) }),
    }));
}

/**
 * Returns the time since which each item of a persona has been approved in its current form, by item id. Omits new and
 * changed items.
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
