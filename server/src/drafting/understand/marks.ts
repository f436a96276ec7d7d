import type { Hazard } from './find-hazards.ts';

const links =
  /https?:\/\/|www\.|[a-z0-9-]{2,63}\.(?:com|net|org|io|co|me|ly|gg|shop|store|xyz|info|biz|ru|top|online|site|link|app|tv|be|eu|uk|de|fr|click|live|club|vip|win)(?![a-z])/g;
const shorteners =
  /(?:t\.me|wa\.me|bit\.ly|tinyurl\.com|goo\.gl|cutt\.ly|is\.gd|rb\.gy|shorturl\.at|linktr\.ee|discord\.gg|ow\.ly)\//g;
const emails = /[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\.[a-z]{2,12}/g;
const phones = /\+?\d[\d\s().-]{7,18}\d/g;
const roles =
  /(?:^|\n)\s{0,5}(?:system|assistant|developer|instructions?)\s{0,3}:|<\/?(?:system|instructions?|prompt|user|assistant|im_start|im_end|sys)\s?>|<\||\|>|\[\/?inst\]|<<\/?sys>>|#{2,}\s{0,3}(?:system|instructions?|new|end)|\{\{|\}\}|```|"role"\s?:/g;
const markup = /<(?:script|img|iframe|svg|a|style)[\s>/]|javascript:|!\[[^\]]{0,40}\]\(|onerror\s?=/g;
const blob = /[a-z0-9+/=_-]{48,}/g;

/** The rule for a long string that people cannot read, such as Base64. */
export const encodedText = 'manipulation.mark.blob';

/**
 * Finds links, addresses, phone numbers, role markers, markup and encoded strings. `offsetOf` maps positions in `text`
 * to offsets in the original.
 */
export function markHazards(text: string, offsetOf: (at: number) => number): Hazard[] {
  return [
    ...marks(text, shorteners, 'spam', 'block', 'spam.mark.shortener', offsetOf),
    ...marks(text, links, 'spam', 'review', 'spam.mark.link', offsetOf),
    ...marks(text, emails, 'spam', 'review', 'spam.mark.email', offsetOf),
    ...marks(text, phones, 'spam', 'review', 'spam.mark.phone', offsetOf),
    ...marks(text, roles, 'manipulation', 'block', 'manipulation.mark.role', offsetOf),
    ...marks(text, markup, 'manipulation', 'block', 'manipulation.mark.markup', offsetOf),
    ...marks(text, blob, 'manipulation', 'review', encodedText, offsetOf),
  ];
}

function marks(
  text: string,
  pattern: RegExp,
  category: Hazard['category'],
  level: Hazard['level'],
  rule: string,
  offsetOf: (at: number) => number,
): Hazard[] {
  return [...text.matchAll(pattern)].map((match) => ({
    category,
    level,
    rule,
    start: offsetOf(match.index),
    end: offsetOf(match.index + match[0].length),
  }));
}
