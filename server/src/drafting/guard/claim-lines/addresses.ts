import { readAlternatives } from '../../text/read-lexicon.ts';
import type { ClaimLine } from './claim-line.ts';

const at = String.raw`(?:\s?@\s?|\s?[([{]\s?at\s?[)\]}]\s?|\sat\s)`;
const dot = String.raw`(?:\s?[([{]\s?dot\s?[)\]}]\s?|\sdot\s|\s?\.\s?)`;
const spoken = String.raw`(?:\s?[([{]\s?dot\s?[)\]}]\s?|\sdot\s)`;
const zones = readAlternatives('claims', 'zones');
const plainZones = readAlternatives('claims', 'plain zones');
const label = '[a-z0-9](?:[a-z0-9-]{0,62})';

/** Patterns for email and web addresses, handles, phone numbers and codes. */
export const addressLines: readonly ClaimLine[] = [
  {
    kind: 'email',
    pattern: new RegExp(
      `[a-z0-9][a-z0-9._%+-]{0,63}(?:@${label}(?:${dot}${label}){0,3}(?:\\.|${spoken})[a-z]{2,20}|${at}${label}(?:${spoken}${label}){0,3}${spoken}[a-z]{2,20}|\\s?[([{]\\s?at\\s?[)\\]}]\\s?${label}(?:${dot}${label}){0,3}|\\s@\\s${label}(?:\\.${label}){1,3})`,
      'g',
    ),
    // "Look at our page dot com" is a web address and not an email address.
    key: ([text]) =>
      /^(?:look|see|find|order|shop|buy|me|it|us|them|more|page|visit|here|online|available|book|read|tickets?) at /.test(
        text,
      )
        ? ''
        : text
            .replace(/\s?[([{]\s?at\s?[)\]}]\s?|\sat\s/g, '@')
            .replace(/\s?[([{]\s?dot\s?[)\]}]\s?|\sdot\s/g, '.')
            .replace(/\s/g, '')
            .replace(/[.]+$/, ''),
  },
  {
    kind: 'url',
    pattern: new RegExp(
      `(?:https?|hxxps?|ftp)\\s?:\\s?//\\s?[^\\s)>\\]"'\u0001]{1,300}|www\\s?\\.\\s?[^\\s)>\\]"']{1,300}|(?<![a-z0-9@])${label}(?:\\.${label}){0,3}(?:\\.(?:${zones})|\\s\\.\\s?(?:${plainZones})|\\.\\s(?:${plainZones}))(?![a-z0-9@])(?:/[^\\s)>\\]"']{0,200})?|(?<![a-z0-9])${label}(?:${spoken}${label}){0,2}${spoken}(?:${zones})(?![a-z0-9])(?:(?:/| slash )[a-z0-9/_-]{1,100})?|(?<![a-z0-9.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![0-9])(?:[:/][^\\s]{0,200})?|(?<![a-z0-9])xn--[a-z0-9-]{1,60}(?:\\.[a-z0-9-]{1,60}){1,3}`,
      'g',
    ),
    key: ([text]) =>
      text
        .replace(/\s?[([{]\s?dot\s?[)\]}]\s?|\sdot\s/g, '.')
        .replace(/\sslash\s/g, '/')
        .replace(/\s/g, '')
        // An address approved as https must not become http.
        .replace(/^(?:https|hxxps?|ftp):\/\//, '')
        .replace(/^www\./, '')
        .replace(/[.,!?;:]+$/, '')
        .replace(/\/$/, ''),
  },
  { kind: 'handle', pattern: /@\s?[a-z0-9_][a-z0-9_.]{1,40}/g, key: ([text]) => text.replace(/\s|\.+$/g, '') },
  {
    kind: 'phone',
    pattern:
      /(?<![\d€$£¥.,-])(?:\+|00)\s?\d[\d\s().-]{5,20}\d|(?<![\d€$£¥.,-])\(?0\d[\d\s()./-]{6,18}\d|(?<![\d€$£¥.,-])\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{3,4}(?!\d)|(?<![\d€$£¥.,-])\d(?:[\s-]\d){6,12}(?!\d)|(?<![\d€$£¥.,-])\d{7,13}(?![\d.,])/g,
    key: ([text]) => text.replace(/\D/g, ''),
  },
  {
    kind: 'code',
    pattern:
      /(?<![a-z0-9])(?:code|coupon|voucher|promo)(?: code)?(?: is)?[: ]{1,2}["']?(?<word>[a-z0-9][a-z0-9_-]{2,23})/g,
    key: codeKey,
  },
  {
    kind: 'code',
    pattern: /(?<![a-z0-9])(?=[a-z0-9-]{4,24}(?![a-z0-9]))[a-z]{2,20}-?\d{1,6}[a-z]{0,6}(?![a-z0-9])/g,
    key: ([text]) => text,
  },
  {
    kind: 'code',
    // Codes are usually in capitals, which only the original text preserves.
    pattern: /(?<![a-z0-9])[a-z][a-z0-9]{3,23}(?![a-z0-9])/g,
    key: ([text], original) => (/^[A-Z][A-Z0-9]{3,}$/.test(original) ? text : ''),
    shares: true,
  },
];

/**
 * Returns the code that follows the word "code"; '' if the next word does not look like a code, as in "code is written
 * by hand".
 */
function codeKey(match: RegExpMatchArray, original: string): string {
  const word = match.groups?.['word'] ?? '';
  const written = original.slice(original.length - word.length);
  return /\d/.test(word) || /^[A-Z0-9_-]+$/.test(written) || /[A-Z]/.test(written.slice(1)) ? word : '';
}
