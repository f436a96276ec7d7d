import { monthNames, shortMonths, weekdayNames } from '../../text/calendar.ts';
import { readAlternatives } from '../../text/read-lexicon.ts';
import { amounts } from './amounts.ts';
import type { ClaimLine } from './claim-line.ts';

const months = [...monthNames, ...shortMonths].join('|');
/** Month names that have no other meaning. */
const plainMonths = [...monthNames, ...shortMonths]
  .filter((name) => !/^(?:march|may|mar|jan|dec)$/.test(name))
  .join('|');
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const days = weekdayNames.join('|');
const near = readAlternatives('claims', 'days');
const number = String.raw`\d{1,9}(?:[.,]\d{1,3}){0,3}`;
const units = readAlternatives('claims', 'units of time');
const measures = readAlternatives('claims', 'measures');

/** Patterns for dates, weekdays, times, durations and numbers. */
export const momentLines: readonly ClaimLine[] = [
  {
    kind: 'date',
    pattern: new RegExp(
      `(?<![a-z0-9])(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?|${day}(?:\\s?(?:-|to|and)\\s?${day})?(?: of)? (?:${months})(?![a-z])(?:,? \\d{4})?|(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:\\s?(?:-|to|and)\\s?${day})?(?![a-z0-9:])(?:,? \\d{4})?|(?:${months})\\.? \\d{4}|the \\d{1,2}(?:st|nd|rd|th)(?![a-z])|(?:${plainMonths})(?![a-z])|(?<=(?:in|until|since|by|this|next|before|all of|mid|late|early) )(?:march|may|jan|mar|dec)(?![a-z]))`,
      'g',
    ),
    key: ([text]) => dateKey(text),
  },
  {
    kind: 'weekday',
    pattern: new RegExp(
      `(?<![a-z])(?:(?:${days})(?:'?s)?(?:\\s?(?:-|to|till|until|through)\\s?(?:${days})(?:'?s)?)?|${near})(?![a-z])`,
      'g',
    ),
    key: ([text]) =>
      text
        .split(/\s?(?:-|(?<![a-z])(?:to|till|until|through)(?![a-z]))\s?/)
        .map((day) => day.replace(/'?s$/, ''))
        .join('-'),
  },
  {
    kind: 'weekday',
    pattern: /(?<![a-z])(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)s?\.?(?![a-z])/g,
    key: ([text], original) =>
      /^[A-Z]/.test(original) ? (weekdayNames.find((name) => name.startsWith(text.slice(0, 3))) ?? '') : '',
  },
  {
    kind: 'time',
    pattern:
      /(?<![a-z0-9.,])(?:(?:half past|quarter past|quarter to) \d{1,2}|\d{1,2}:\d{2}(?:\s?(?:[ap]\.?m\.?|h))?|\d{1,2}\.\d{2}(?:\s?(?:[ap]m|h)|(?=\s?(?:-|to|till|o'clock)))|\d{1,2}(?:\s?-\s?\d{1,2})?\s?(?:[ap]\.m\.|[ap]m|o'clock|h(?![a-z]))|\d{1,2} (?:in the (?:morning|afternoon|evening)|at night)|noon|midday|midnight)(?![a-z0-9])/g,
    key: ([text]) => timeKey(text),
  },
  {
    kind: 'duration',
    pattern: new RegExp(
      `(?<![a-z0-9.,])${number}(?:\\s?(?:-|to|or)\\s?${number})?[\\s-]?(?:(?:business|working|full|whole|more)[\\s-])?(?:${units})(?![a-z])|(?<![a-z])(?:overnight|same[- ]day|next[- ]day|instantly|immediately|right away|a fortnight|lifetime)(?![a-z])`,
      'g',
    ),
    key: ([text]) => durationKey(text),
  },
  {
    kind: 'number',
    pattern: new RegExp(
      `(?<![a-z0-9.,])${number}(?:st|nd|rd|th)?(?:\\s?(?:-|to|x|by|or)\\s?${number})?(?:[\\s-]?(?:${measures})(?![a-z]))?`,
      'g',
    ),
    key: ([text]) => `${amounts(text).join('-')} ${measureOf(text)}`.trim(),
  },
];

function dateKey(text: string): string {
  if (/^\d{4}-/.test(text)) {
    const [year, month, dayOfMonth] = text.split('-').map(Number);
    return `${monthName(month)} ${dayOfMonth}-${year}`;
  }
  const month = new RegExp(`(?<![a-z])(?:${months})`).exec(text)?.[0].slice(0, 3) ?? '';
  const numbers = [...text.matchAll(/\d+/g)].map((match) => Number(match[0]));
  return `${month} ${numbers.join('-')}`.trim();
}

function monthName(month: number | undefined): string {
  return monthNames[(month ?? 1) - 1]?.slice(0, 3) ?? '';
}

function timeKey(text: string): string {
  if (/noon|midday/.test(text)) return '12:00';
  if (/midnight/.test(text)) return '0:00';
  const hours = [...text.matchAll(/\d{1,2}(?:[:.]\d{2})?/g)].map(([digits]) => digits);
  const isLate = /p\.?m|afternoon|evening|at night/.test(text);
  const isEarly = /a\.?m|morning/.test(text);
  return hours
    .map((digits) => {
      const [hour = 0, minute = 0] = digits.split(/[:.]/).map(Number);
      const shifted = isLate ? (hour % 12) + 12 : isEarly ? hour % 12 : hour;
      const minutes =
        shifted * 60 +
        minute +
        (/half/.test(text) ? 30 : /quarter past/.test(text) ? 15 : /quarter to/.test(text) ? -15 : 0);
      return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    })
    .join('-');
}

function durationKey(text: string): string {
  const numbers = amounts(text);
  if (numbers.length === 0) return text.replace(/^a /, '').replace(/[- ]/g, ' ');
  const kind = /business|working/.test(text) ? 'working ' : '';
  const unit = (/([a-z]+)$/.exec(text)?.[1] ?? '')
    .replace(/s$/, '')
    .replace(/^sec$/, 'second')
    .replace(/^min$/, 'minute')
    .replace(/^hr$/, 'hour');
  return `${numbers.join('-')} ${kind}${unit}`;
}

function measureOf(text: string): string {
  const unit = new RegExp(`(?:${measures})$`).exec(text.replace(/^\d+(?:st|nd|rd|th)$/, ''))?.[0] ?? '';
  const short: Readonly<Record<string, string>> = {
    gram: 'g',
    kilo: 'kg',
    metre: 'm',
    meter: 'm',
    litre: 'l',
    liter: 'l',
    inche: 'inch',
    '°': 'degree',
    feet: 'ft',
  };
  const one = unit.length > 2 ? unit.replace(/s$/, '') : unit;
  return short[one] ?? one;
}
