import type { Fact, Offer, Phrase } from '../../domain/persona.ts';

/** Counts the claims in a reply that are not supported by the approved items in the reply. */
export type ClaimCheck = (reply: string, used: readonly (Phrase | Fact | Offer)[]) => number;

/**
 * Counts a reply's unsupported values. Shares no code with the guard, and is simpler on purpose: every address, number
 * with its unit, code in capitals, weekday, month and written number in a reply must occur in an item that the reply
 * used. This check does not understand meaning, so it finds fewer kinds of faults than the guard does. Unlike the
 * guard, it allows no exceptions.
 */
export function ungroundedValues(reply: string, used: readonly (Phrase | Fact | Offer)[]): number {
  const approved = new Set(used.flatMap((item) => fieldsOf(item).flatMap(valuesIn)));
  return valuesIn(reply).filter((value) => !approved.has(value)).length;
}

const weekdays = 'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|today|tomorrow|tonight';
const months = 'january|february|march|april|june|july|august|september|october|november|december';
const numbers = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand';
const promises = 'refund(?:ed)?|free|guaranteed?|promise|discount|half price|in stock|sold out';

const forms: readonly RegExp[] = [
  /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/giu,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu,
  /\b[A-Z][A-Z0-9]{3,}\b/gu,
  /[€$£¥]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,:/]*\d)?\s?(?:%|€|£|\$|¥|[\p{L}°]+)?/gu,
  new RegExp(`\\b(?:${weekdays}|${months}|${numbers}|${promises})\\b`, 'giu'),
];

/** Returns the values in a text. A later pattern does not match text that an earlier one matched. */
function valuesIn(text: string): string[] {
  let left = text;
  return forms.flatMap((form) => {
    const found = [...left.matchAll(form)].map(([value]) => value.toLowerCase().replace(/\s+/g, ' '));
    left = left.replace(form, ' · ');
    return found;
  });
}

function fieldsOf(item: Phrase | Fact | Offer): string[] {
  const { text } = item;
  return 'name' in item ? [text, item.name, item.price ?? '', item.url ?? '', item.code ?? ''] : [text];
}
