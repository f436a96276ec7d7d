import type { EpochMs } from '../../domain/period.ts';
import type { Fact, Offer, Persona } from '../../domain/persona.ts';
import { isApproved, isValid, validityOf } from '../../domain/validity.ts';

/** Returns the facts and offers that a reply may use now, one for each id. */
export function usableItems({ facts = [], offers = [] }: Persona, now: EpochMs): (Fact | Offer)[] {
  const seen = new Set<string>();
  return [...facts, ...offers].filter((item) => {
    if (!isApproved(item) || !isValid(validityOf(item), now) || seen.has(item.id)) return false;
    seen.add(item.id);
    return true;
  });
}

/** Formats an item for a model, on one line: `[id]` and its approved text. */
export function itemLine(item: Fact | Offer): string {
  if (!('name' in item)) return oneLine(`[${item.id}] ${item.text}`);
  const { id, name, text, price, url, code } = item;
  const more = [
    price === undefined ? '' : `price ${price}`,
    url === undefined ? '' : `link ${url}`,
    code === undefined ? '' : `code ${code}`,
  ].filter((part) => part !== '');
  return oneLine(`[${id}] ${name}: ${text}${more.length === 0 ? '' : ` (${more.join('; ')})`}`);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
