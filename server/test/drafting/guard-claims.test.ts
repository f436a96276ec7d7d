import { expect, test } from 'vitest';
import { claimsIn } from '../../src/drafting/guard/claims.ts';

/** Returns the claims in a text as `kind key`, each with its limit in brackets. */
function read(text: string): string {
  return claimsIn(text)
    .map(({ kind, key, qualifier }) => `${kind} ${key}${qualifier === '' ? '' : ` [${qualifier}]`}`)
    .join(', ');
}

test.each<[key: string, ...spellings: string[]]>([
  ['price 38 eur', '€38', '38 euros', '38€', 'EUR 38', '38 €', 'thirty-eight euros', 'costs €38.'],
  ['price 1200.5 eur', '€1,200.50', '1.200,50 €'],
  ['price 1500 eur', '€1.5k', '€1,500', '1500 euros'],
  ['price 40 usd', '$40', 'US$40', '40 dollars', 'forty bucks', 'us $40'],
  ['price 240 aud', 'A$240', 'au$240', 'aud 240'],
  ['price 240 brl', 'R$240', '240 reais'],
  ['price 30 cad', 'C$30', 'ca$30'],
  ['price 12 sgd', 's$12', 'SG$12'],
  ['price 300 twd', 'NT$300'],
  ['price 9.99 gbp', '£9.99', '9.99 quid', '9,99 pounds'],
  ['price 10-20 eur', '€10-€20', '€10 - 20', '€10-20'],
  ['price free', 'for free', 'free of charge', 'on the house', 'it is free'],
  ['price no cost', 'no extra cost', 'no fee', 'no charge'],
  ['price half', 'half price', 'half off', 'half-price'],
  ['price one of two', 'buy one get one', '2 for 1', 'two for one'],
  ['percentage 15', '15%', '15 percent', 'fifteen pct', '15 %'],
  ['percentage 10-20', '10-20%', '10 - 20 percent'],
])('%s is read from each of its spellings', (key, ...spellings) => {
  for (const spelling of spellings) expect(read(spelling), spelling).toBe(key);
});

test.each<[key: string, ...spellings: string[]]>([
  ['url aurora.example/mug', 'https://aurora.example/mug', 'aurora.example/mug', 'www.aurora.example/mug/'],
  ['url aurora.com/mug', 'aurora dot com slash mug', 'https://aurora.com/mug!', 'Aurora.com/mug'],
  ['url http://aurora.example/mug', 'http://aurora.example/mug', 'http://aurora.example/mug/'],
  ['url evil.com', 'hxxp://evil.com', 'evil [dot] com', 'evil . com'],
  ['url 10.0.0.1', '10.0.0.1'],
  ['url page.com', 'look at our page dot com'],
  ['email studio@gmail.com', 'studio@gmail.com', 'studio (at) gmail (dot) com', 'studio at gmail dot com'],
  ['handle @aurora.backup', '@aurora.backup', '@ aurora.backup', '@Aurora.backup.'],
  ['phone 351912345678', '+351 912 345 678', '+351-912-345-678', '+351912345678'],
  ['phone 0301234567', '(030) 123 4567', '030/1234567'],
  ['phone 1234567', '1 2 3 4 5 6 7', '1-2-3-4-5-6-7', '1234567'],
  ['code moon10', 'code MOON10', 'with moon10', 'coupon: MOON10', 'promo code is "moon10'],
  ['code save', 'code is "SAVE"', 'SAVE', 'voucher SAVE'],
])('%s is where each of these sends its reader', (key, ...spellings) => {
  for (const spelling of spellings) expect(read(spelling), spelling).toBe(key);
});

test.each<[key: string, ...spellings: string[]]>([
  [
    'date dec 12-2026',
    '12 December 2026',
    'December 12th, 2026',
    '2026-12-12',
    '12th of December 2026',
    'dec. 12 2026',
  ],
  ['date mar 3', '3rd of March', 'March 3', '3 march', 'Mar 3rd'],
  ['date mar 3-5', '3 to 5 March', '3-5 March', 'March 3 to 5'],
  ['date mar', 'in March', 'this march', 'early Mar'],
  ['date dec 2026', 'Dec 2026', 'December 2026'],
  ['date 3', 'the 3rd'],
  ['date 12-3', '12/3', '12.3.'],
  ['weekday friday', 'Friday', 'fridays', "friday's", 'Fri'],
  ['weekday friday-sunday', 'fridays to sundays', 'Friday - Sunday', 'friday until sunday'],
  ['weekday weekend', 'weekends', 'the weekend'],
  ['weekday next week', 'next week'],
  ['time 19:00', '7 pm', '7pm', '19:00', '7 p.m.', '7 in the evening', 'seven pm'],
  ['time 18:30', '6.30 pm', '18:30', '6:30pm'],
  ['time 6:30', 'half past six', '6:30', '6:30 am'],
  ['time 6:45', 'quarter to seven', '6:45'],
  ['time 6:15', 'quarter past 6', '6:15'],
  ['time 12:00', 'noon', 'midday', '12 pm'],
  ['time 0:00', 'midnight', '12 am'],
  ['time 19:00-21:00', '7-9 pm', '7 - 9 pm'],
  ['duration 3-5 day', '3-5 days', '3 to 5 days', '3 or 5 days', 'three to five days', '3-5 full days'],
  ['duration 3 working day', '3 working days', 'three business days'],
  ['duration 24 hour', '24 hrs', '24 hours', '24-hour'],
  ['duration 20 minute', '20 min', '20 mins', 'twenty minutes'],
  ['duration 30 second', '30 sec', '30 seconds'],
  ['duration fortnight', 'a fortnight'],
  ['duration same day', 'same-day', 'same day'],
  ['number 350 ml', '350 ml', '350ml', '350-ml'],
  ['number 2 kg', '2 kilos', '2 kg', 'two kilos'],
  ['number 5 ft', '5 feet', '5 ft'],
  ['number 3 inch', '3 inches', '3 inch'],
  ['number 40 degree', '40 °', '40 degrees'],
  ['number 10 m', '10 metres', '10 meters', '10 m'],
  ['number 3 l', '3 litres', '3 l'],
  ['number 20-30 cm', '20 by 30 cm', '20x30 cm', '20 to 30 cm'],
  ['number 2', 'two pieces', '2 of them'],
])('%s is read from each of its wordings', (key, ...spellings) => {
  for (const spelling of spellings) expect(read(spelling), spelling).toBe(key);
});

test.each([
  'feel free',
  'free to ask',
  'march on',
  'you may ask',
  'mon amour',
  'coupon: frost',
  'code is written by hand',
  'the code word',
  'I can see that',
  'let me know',
  'happy to help',
  "you'll need a piano",
  'this will love you back',
])('"%s" claims nothing', (text) => {
  expect(read(text)).toBe('');
});

test.each<[key: string, ...wordings: string[]]>([
  [
    'promise will send',
    'I will send you one',
    "we'll send it",
    'happy to send one',
    'let me send one',
    'I can send it',
  ],
  ['promise will arrive', 'it will arrive', 'your mug will arrive', "that'll arrive"],
  ['promise will receive', 'you will receive it', 'you can expect to receive it'],
  ['promise vow', 'we promise', 'I guarantee it', 'promised', 'a guarantee'],
  ['promise refund', 'money back', 'a refund', 'refunds', 'reimbursed'],
  ['promise shoutout', 'shout-out', 'shoutouts'],
  ['promise meetup', 'meet up', 'meeting up'.replace('meeting', 'meet')],
  ['promise not vow', "we can't promise", 'I never promise'],
  ['promise not refund', 'no refunds', 'without a refund', 'there is no refund'],
  ['action done cancelled', "I've cancelled your order", 'your order was cancelled', 'we just cancelled it'],
  ['action done consider it done', 'consider it done'],
  ['action done on its way', 'your parcel is on its way'.replace('your parcel is ', '')],
  ['human human', 'I am a real person', 'no bots here', 'human here', 'this is really me', "I'm not a bot"],
  ['leak as an ai', 'as an AI'],
  ['leak my instructions', 'my instructions say so'],
])('%s is claimed by each of these', (key, ...wordings) => {
  for (const wording of wordings) expect(read(wording), wording).toBe(key);
});

test.each<[qualifier: string, ...texts: string[]]>([
  [
    'min',
    'from €80',
    'at least €80',
    'starting at €80',
    'more than €80',
    'no less than €80',
    'over €80',
    'a minimum of €80',
  ],
  [
    'max',
    'up to €80',
    'at most €80',
    'no more than €80',
    'not more than €80',
    'less than €80',
    'under €80',
    'a maximum of €80',
  ],
  ['about', 'about €80', 'around €80', 'roughly €80', 'nearly €80', '~€80', 'some €80'],
  ['minus', '-€80', 'it is -€80'],
  ['per hour', '€80 an hour', '€80/hr', '€80 per hour', '€80 each hour'],
  ['per month', '€80 a month', '€80 monthly', '€80 per mo'],
  ['per week', '€80 weekly', '€80 every week'],
  ['per year', '€80 yearly', '€80 annually', '€80 a year'],
  ['per piece', '€80 each', '€80 apiece', '€80 p.p.', '€80 per piece'],
  ['per person', '€80 per head', '€80 per guest', '€80 per person'],
  ['for the first month', '€80 for the first month'],
  ['min per hour', 'from €80 an hour'],
])('a value is limited by "%s" in each of these', (qualifier, ...texts) => {
  for (const text of texts) expect(read(text), text).toBe(`price 80 eur [${qualifier}]`);
});

test('a dash with a space behind it, and a range, limit nothing', () => {
  expect(read('mug - €38')).toBe('price 38 eur');
  expect(read('- €38')).toBe('price 38 eur');
  expect(read('up to 3 to 5 days')).toBe('duration 3-5 day [max]');
  expect(read('from 7 to 9 pm')).toBe('number 7, time 21:00');
});

test('a bare range beside a duration is a duration too if a place follows it, within its sentence', () => {
  expect(read('2 to 4 days within the EU and 5 to 8 elsewhere')).toBe('duration 2-4 day, duration 5-8 day');
  expect(read('3 days for the EU, 6 to the US')).toBe('duration 3 day, duration 6 day');
  expect(read('2 days, elsewhere it is 9')).toBe('duration 2 day, duration 9 day');
  expect(read('2 working days here, 9 abroad')).toBe('duration 2 working day, duration 9 working day');
  expect(read('2 to 4 days within the EU. 5 to 8 abroad')).toBe('duration 2-4 day, number 5-8');
  expect(read('3 days and 6 mugs')).toBe('duration 3 day, number 6');
  expect(read('3 days and 6 kilos elsewhere')).toBe('duration 3 day, number 6 kg');
});

test('a claim is at the place where it is written, whatever its spelling', () => {
  const text = 'Ünïque! “Thirty-eight euros”, from 7 pm.';
  expect(claimsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Thirty-eight euros', '7 pm']);
});

test('claims are listed in their order in the text, and a promise may contain a price', () => {
  expect(read('On Friday I will send two mugs for €38.')).toBe(
    'weekday friday, promise will send, number 2, price 38 eur',
  );
  expect(read('a full refund of €38')).toBe('promise refund, price 38 eur');
});
