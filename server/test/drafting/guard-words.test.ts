import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { approvedItem } from '../../src/drafting/guard/approved-items.ts';
import { canonicalTextOf, placeOf } from '../../src/drafting/guard/canonical-text.ts';
import { guardReply } from '../../src/drafting/guard/guard-reply.ts';
import { namedOffers } from '../../src/drafting/guard/names.ts';
import { disguisesAndMarkup, foreignLanguage, isLeak } from '../../src/drafting/guard/text-integrity.ts';
import { verbatimClaims } from '../../src/drafting/guard/verbatim-claims.ts';
import { voiceBreaches } from '../../src/drafting/guard/voice-breaches.ts';
import { containsRun, emojiIn, phraseMatches, wordsOf } from '../../src/drafting/guard/wording.ts';
import { potter } from './personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const itemsOf = (...ids: string[]) => ids.map((id) => approvedItem(potter, id, now) ?? expect.unreachable(id));
const found = (text: string, ...phrases: string[]) =>
  phraseMatches(text, phrases).map(({ start, end }) => text.slice(start, end));

test('words keep the signs that change a meaning, and differ neither by case nor by quotes', () => {
  const words = (text: string) => wordsOf(text).map(({ word }) => word);
  expect(words('It’s €38.50, not 40%!')).toEqual(["it's", '€', '38.50', 'not', '40', '%']);
  expect(words('-€38 and mug - €38')).toEqual(['-', '€', '38', 'and', 'mug', '€', '38']);
  expect(words('a@b.c 👩‍🎨')).toEqual(['a@b.c', '👩', '🎨']);
  const text = 'Oh, the Moon!';
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Oh', 'the', 'Moon']);
});

test('a run of words is found only in its order, at its place if one is given', () => {
  const words = ['the', 'moon', 'mug', 'is', 'the', 'mug'];
  expect(containsRun(words, ['moon', 'mug'])).toBe(true);
  expect(containsRun(words, ['mug', 'moon'])).toBe(false);
  expect([containsRun(words, ['the', 'mug'], 0), containsRun(words, ['the', 'mug'], 4)]).toEqual([false, true]);
});

test('a forbidden phrase is found in whatever form it is written, at its place', () => {
  expect(found('We have FREE shipping today.', 'free shipping')).toEqual(['FREE shipping']);
  for (const text of ['f r e e shipping', 'freeshipping', 'fr33 sh1pping', 'free-shipping', 'fr*e shipping'])
    expect(found(`We have ${text} today.`, 'free shipping'), text).toEqual([text]);
  expect(found('Hi babes, hi babe', 'babe')).toEqual(['babes', 'babe']);
  expect(found('a guarantee', 'guarantees')).toEqual(['guarantee']);
  expect(found('it is hand made', 'handmade')).toEqual(['hand made']);
  expect(found('Yay 🎉 now', '🎉', ' ')).toEqual(['🎉']);
});

test('words that spell a forbidden phrase by accident are not that phrase', () => {
  for (const [text, phrase] of [
    ['as set before', 'asset'],
    ['the car pets', 'carpets'],
    ['free of worries, shipping', 'free shipping'],
    ['*** really', 'babe'],
    ['a cat', 'cats and dogs'],
    ['no ne', 'none'],
    ['the bus', 'buss'],
    ['h i', 'hi'],
  ] as const)
    expect(found(text, phrase), text).toEqual([]);
  expect(phraseMatches('anything', [])).toEqual([]);
});

test('an emoji of several characters counts as one, and a trade mark as none', () => {
  const emoji = (text: string) => emojiIn(text).map(({ what }) => what);
  expect(emoji('a 👩‍🎨 b 🇵🇹 c 1️⃣ d ❤️')).toEqual(['👩‍🎨', '🇵🇹', '1️⃣', '❤️']);
  expect(emoji('Moon™ © ®')).toEqual([]);
});

test.each<[NonNullable<Persona['voice']>['emoji'], number]>([
  ['none', 0],
  ['sparing', 2],
])('with the emoji policy "%s" a reply has at most %i emoji', (emoji, most) => {
  const persona = { ...potter, voice: { ...potter.voice, emoji } } as Persona; // as potter, with another policy
  expect(voiceBreaches('🎉'.repeat(most), persona)).toEqual([]);
  expect(voiceBreaches(`Hi ${'🎉'.repeat(most + 1)}`, persona)).toMatchObject([{ kind: 'emoji', start: 3 + 2 * most }]);
});

test('the reading of a text knows where each of its pieces is written', () => {
  const text = 'Thirty-eight – or ６０？';
  const reading = canonicalTextOf(text);
  expect(reading.text).toBe('38 - or 60?');
  expect(placeOf(reading, 0, 2)).toEqual({ start: 0, end: 12 });
  expect(placeOf(reading, 0, 3)).toEqual({ start: 0, end: 12 });
  expect(placeOf(reading, 8, 10)).toEqual({ start: 18, end: 20 });
  expect(placeOf(reading, 5, 11)).toEqual({ start: 15, end: text.length });
});

test('hidden, struck-out and look-alike characters, and markup, are found unless the creator approved them', () => {
  const kinds = (text: string, ...ids: string[]) =>
    disguisesAndMarkup(text, itemsOf(...ids)).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
  expect(kinds('Lov\u200bely')).toEqual([['disguise', '\u200b']]);
  expect(kinds('n\u0338o')).toEqual([['disguise', '\u0338']]);
  expect(kinds('the аurora shop')).toEqual([['disguise', 'аurora']]);
  expect(kinds('See <b>this')).toEqual([['markup', '<b>']]);
  expect(kinds('See `this` and https://aurora.example/mug')).toEqual([
    ['markup', '`'],
    ['markup', '`'],
  ]);
  const persona: Persona = { ...potter, facts: [{ id: 'f_pi', text: 'My π mug is `new`.' }] };
  const item = approvedItem(persona, 'f_pi', now) ?? expect.unreachable('it is approved');
  expect(disguisesAndMarkup('The π mug is `new`.', [item])).toEqual([]);
  expect(disguisesAndMarkup('The π mug is `new`.', [])).toHaveLength(3);
});

test('a foreign language is known by two of its small words, or by most of its letters', () => {
  const language = (text: string, persona: Persona = potter, ...ids: string[]) =>
    foreignLanguage(text, persona, itemsOf(...ids));
  expect(language('Te lo puedo enviar la próxima semana')).toBe('es');
  expect(language('Te lo puedo enviar la próxima semana', { ...potter, languages: ['en', 'es'] })).toBe('');
  expect(language('the mug is for you and it is blue')).toBe('');
  expect(language('lo siento')).toBe('');
  expect([language('мир!'), language('миру!'), language('миру abcd'), language('миру abc')]).toEqual([
    ...['', 'other', '', 'other'],
  ]);
});

test('a text repeats a secret if three words in a row are in a text that it must not reveal', () => {
  const leaks = (text: string, ...ids: string[]) => isLeak(text, potter, new Set(ids));
  expect(leaks('a bigger kiln arrives soon')).toBe(true);
  expect(leaks('a bigger kiln')).toBe(false);
  expect(leaks('a kiln bigger arrives')).toBe(false);
  expect(leaks('the Moon mug holds 350 ml')).toBe(true);
  expect(leaks('the Moon mug holds 350 ml', 'o_moon')).toBe(false);
  expect(leaks('we are a ceramic artist lisbon')).toBe(true);
});

test('whole approved texts, each once and separated by white space, need no further reading', () => {
  const [moon, wash] = itemsOf('o_moon', 'f_wash');
  if (moon === undefined || wash === undefined) throw new Error('both are approved');
  const ledger = (reply: string) => verbatimClaims(reply, [moon, wash]);
  const reply = ` ${wash.text}\n${moon.text} `;
  const claims = ledger(reply);
  expect(claims?.filter(({ kind }) => kind === 'sentence').map(({ itemId }) => itemId)).toEqual(['f_wash', 'o_moon']);
  const said = claims?.map(({ kind, start, end }) => [kind, reply.slice(start, end)]);
  expect(said).toContainEqual(['price', '€38']);
  expect(said).toContainEqual(['sentence', moon.text]);
  for (const other of [`${moon.text} ${moon.text}`, `${moon.text}${wash.text}`, `${moon.text} Hi.`, `Hi. ${moon.text}`])
    expect(ledger(other), other).toBeNull();
  expect(ledger('')).toEqual([]);
});

test('an item covers its text, name, price, address and code, and the less exact forms of its values', () => {
  const persona: Persona = {
    ...potter,
    facts: [
      { id: 'f_day', topic: 'markets', text: 'The market is on 12 December 2026 at http://market.example.' },
      { id: 'f_day', text: 'A later text.', validFrom: '2026-12-01T00:00:00Z' },
      { id: 'f_late', text: 'A text of later.', validFrom: '2026-12-01T00:00:00Z' },
    ],
  };
  const day = approvedItem(persona, 'f_day', now);
  expect(day?.text).toContain('12 December');
  expect([...(day?.keys ?? [])]).toEqual(
    expect.arrayContaining(['date:dec 12-2026', 'date:dec 12', 'url:http://market.example', 'url:market.example']),
  );
  expect([...(day?.subject ?? [])]).toEqual(['market']);
  expect([day?.mediaAssetId, day?.names]).toEqual(['', []]);
  expect(approvedItem(persona, 'f_late', now)).toBeUndefined();
  expect(approvedItem(persona, 'f_unknown', now)).toBeUndefined();
  const [moon] = itemsOf('o_moon');
  expect([...(moon?.keys ?? [])]).toEqual(
    expect.arrayContaining(['price:38 eur', 'number:350 ml', 'url:aurora.example/mug', 'code:moon10']),
  );
  expect(moon?.names).toContainEqual(['moon', 'mug']);
  expect(moon?.mediaAssetId).toBe('asset_mug');
  expect([...(moon?.stems ?? [])]).toEqual(expect.arrayContaining(['moon', 'mug', 'hold', 'pric', 'link']));
  expect(approvedItem(potter, 'o_moon', now)).toBe(moon);
});

test('each name of an offer is found with the used item that names it', () => {
  const reply = 'The Moon mug and the Tide bowl: a moon mug!';
  const names = namedOffers(reply, potter, itemsOf('o_moon')).map(({ start, end, itemId }) => [
    reply.slice(start, end),
    itemId,
  ]);
  expect(names).toEqual([
    ['Moon mug', 'o_moon'],
    ['moon mug', 'o_moon'],
    ['Tide bowl', null],
  ]);
  expect(namedOffers('the moon and a mug', potter, [])).toEqual([]);
});

test('a sentence of three words or more is said only once', () => {
  const repeats = (reply: string) =>
    guardReply({ reply, usedItems: ['o_moon'], persona: potter, now, wording: 'free' }).breaches.filter(
      ({ kind }) => kind === 'repeat',
    );
  expect(repeats('It is great. It is great.')).toMatchObject([{ start: 12, end: 25 }]);
  expect(repeats('So great. So great.')).toEqual([]);
});
