import { type Change, otherDigits, otherWord } from './change.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const periods = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'];

/** Returns a change that replaces the digits in a matching piece of text, chosen at random. */
function digitsOf(form: RegExp): Change {
  return ({ reply }, chance) => {
    const places = [...reply.matchAll(form)];
    if (places.length === 0) return null;
    const place = chance.pick(places);
    const [digits = ''] = place[0].match(/\d[\d.,:]*\d|\d/) ?? [];
    const changed = place[0].replace(digits, otherDigits(digits, chance));
    return { reply: reply.slice(0, place.index) + changed + reply.slice(place.index + place[0].length) };
  };
}

/** Changes that replace one value in a right reply by a different one. */
export const valueChanges: Readonly<Record<string, Change>> = {
  'a different price': digitsOf(/[€£$]\d[\d.,]*\d|[€£$]\d/g),
  'a different currency': ({ reply }, chance) => {
    const sign = ['€', '£', '$'].find((one) => reply.includes(one));
    if (sign === undefined) return null;
    return { reply: reply.replace(sign, chance.pick(['€', '£', '$', '¥'].filter((one) => one !== sign))) };
  },
  'a different percentage': ({ reply }, chance) => {
    const at = reply.search(/\d+ ?%/);
    if (at < 0) return null;
    return { reply: reply.slice(0, at) + reply.slice(at).replace(/\d+/, (digits) => otherDigits(digits, chance)) };
  },
  'a different time': digitsOf(/\d{1,2}:\d{2}|\d{1,2} pm/g),
  'a different date': ({ reply }, chance) => {
    const month = monthNames.find((name) => new RegExp(`\\d ${name}`).test(reply));
    if (month === undefined) return null;
    if (chance.below(2) === 0)
      return { reply: reply.replace(month, chance.pick(monthNames.filter((name) => name !== month))) };
    return { reply: reply.replace(new RegExp(`\\d+(?= ${month})`), (digits) => otherDigits(digits, chance)) };
  },
  'a different weekday': ({ reply }, chance) => {
    const known = weekdays.filter((name) => reply.includes(name));
    if (known.length === 0) return null;
    return { reply: reply.replace(chance.pick(known), chance.pick(weekdays.filter((name) => !known.includes(name)))) };
  },
  'a different duration': digitsOf(/\d+(?: to \d+)?[ -](?:working |business )?(?:minute|hour|day|week|month|year)/g),
  'a different unit of time': ({ reply }, chance) => {
    const unit = periods.find((name) => new RegExp(`\\d (?:working )?${name}`).test(reply));
    if (unit === undefined) return null;
    return {
      reply: reply.replace(new RegExp(`\\b${unit}\\b`), chance.pick(periods.filter((name) => name !== unit))),
    };
  },
  'a different number': digitsOf(
    /(?<![€£$\d.,:])\d+(?= (?:ml|cm|kg|g|fps|slices|people|pictures|pages|loaves|solos|degrees|places|albums|guests|mm)\b)/g,
  ),
  'a different number in words': ({ reply }, chance) => {
    const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve', 'twenty'];
    return otherWord(reply, chance, (word) =>
      words.includes(word) ? chance.pick(words.filter((one) => one !== word)) : null,
    );
  },
  'values swapped': ({ reply }) => {
    const [first, second] = [...reply.matchAll(/[€£$]\d+(?:\.\d\d)?|\d{1,2}:\d{2}/g)];
    if (first === undefined || second === undefined || first[0] === second[0]) return null;
    if (first[0].includes(':') !== second[0].includes(':')) return null;
    // A list of similar values ("€10, €25 and €50") stays true in any order.
    const between = reply.slice(first.index + first[0].length, second.index);
    if (/^(?:,? (?:or|and|to) |, )$/.test(between)) return null;
    return {
      reply: `${reply.slice(0, first.index)}${second[0]}${between}${first[0]}${reply.slice(second.index + second[0].length)}`,
    };
  },
  'a different address': ({ reply }, chance) => {
    const place = reply.match(/https?:\/\/[^\s]+[a-z0-9]/);
    if (place === null) return null;
    const page = chance.pick([
      'https://aurora-deals.example/win',
      `${place[0]}-2`,
      place[0].replace('.example', '.shop'),
      'bit.ly/3xYz',
    ]);
    return { reply: reply.replace(place[0], page) };
  },
  'letters from another script in an address': ({ reply }) => {
    const place = reply.match(/https?:\/\/[^\s]+[a-z0-9]/)?.[0];
    if (place === undefined) return null;
    const twin = place.replace(
      /([aeo])(?=[a-z]*\.example)/,
      (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter,
    );
    return twin === place ? null : { reply: reply.replace(place, twin) };
  },
  'digits for letters in an address': ({ reply }) => {
    const place = reply.match(/[^\s]+\.example[^\s]*[a-z0-9]/)?.[0];
    if (place === undefined) return null;
    const host = place.replace(
      /([aeosli])(?=[a-z]*\.example)/,
      (letter) => ({ a: '4', e: '3', o: '0', s: '5', l: '1', i: '1' })[letter] ?? letter,
    );
    return { reply: reply.replace(place, host) };
  },
  'a different code': ({ reply }, chance) => {
    const code = reply.match(/\b[A-Z]{3,}\d{2,3}\b/)?.[0];
    if (code === undefined) return null;
    return { reply: reply.replace(code, chance.pick(['SAVE50', 'VIP99', `${code}0`, code.replace(/\d+/, '77')])) };
  },
};
