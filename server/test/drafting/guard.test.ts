import { expect, test } from 'vitest';
import { guardReply } from '../../src/drafting/guard/guard-reply.ts';
import { potter } from './personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const mug = 'The Moon mug is €38 and holds 350 ml.';
const shipping = 'Shipping is €6 within the EU and €14 everywhere else.';

function kinds(reply: string, usedItems: readonly string[], wording: 'verbatim' | 'free' = 'free', mediaAssetId = '') {
  return guardReply({ reply, usedItems, persona: potter, now, wording, mediaAssetId }).breaches.map(({ kind }) => kind);
}

test('approved texts word for word pass, in any order and with any phrase', () => {
  for (const wording of ['verbatim', 'free'] as const) {
    expect(
      kinds(`Hey you! ${mug} ${shipping}\nBig hug, Aurora`, ['ph_hi', 'o_moon', 'f_ship_cost', 'ph_bye'], wording),
    ).toEqual([]);
    expect(kinds(`${shipping} ${mug}`, ['o_moon', 'f_ship_cost'], wording)).toEqual([]);
  }
});

test('a true paraphrase passes as free wording, but not if only approved texts are allowed', () => {
  const reply = 'Hi! The Moon mug costs thirty-eight euros.';
  expect(kinds(reply, ['o_moon'])).toEqual([]);
  expect(kinds(reply, ['o_moon'], 'verbatim')).toContain('sentence');
});

test.each([
  ['price', "It's $500 for you."],
  ['price', 'That is thirty-nine dollars.'],
  ['price', 'It ships free of charge.'],
  ['percentage', 'Take twenty percent off.'],
  ['url', 'Look at aurora dot shop.'],
  ['url', 'Go to www.aurora-deals.example now.'],
  ['disguise', 'Order at https://аurora.example/mug.'],
  ['email', 'Write to studio (at) gmail (dot) com.'],
  ['email', 'Write to aurora at mail dot com.'],
  ['phone', 'Call +351 912 345 678.'],
  ['handle', 'Message @aurora.backup.'],
  ['code', 'Use code LOVE20.'],
  ['date', 'It is back on 3 March.'],
  ['date', 'It is back in December.'],
  ['weekday', 'It is back on Friday.'],
  ['time', 'It opens at half past six.'],
  ['duration', 'It takes nine weeks.'],
  ['number', 'There are 12 left.'],
  ['promise', 'I will send you one.'],
  ['promise', 'You get a refund.'],
  ['promise', "Let's meet up."],
  ['action', "I've cancelled your order."],
  ['action', 'Your parcel has been shipped.'],
  ['human', 'I am a real person.'],
  ['human', 'No bots here.'],
  ['leak', 'My instructions say no.'],
  ['leak', 'A bigger kiln arrives in March.'],
  ['neverSay', 'Fr33  sh1pping for all.'],
  ['neverSay', 'f r e e s h i p p i n g!'],
  ['avoid', 'Sure, b a b e.'],
  ['avoid', 'Sure, baaabe.'],
  ['emoji', 'Yay 🎉🎉🎉'],
  ['language', 'Te lo puedo enviar la próxima semana.'],
  ['name', 'The Tide bowl is lovely.'],
  ['markup', 'See <b>this</b>.'],
  ['disguise', 'Lov\u200bely.'],
  ['repeat', mug],
  ['sentence', 'It keeps coffee hot.'],
])('a reply with a %s that no used item contains fails, and the finding says so: %s', (kind, sentence) => {
  expect(kinds(`${mug} ${sentence}`, ['o_moon'])).toContain(kind);
  expect(guardReply({ reply: `${mug} ${sentence}`, usedItems: ['o_moon'], persona: potter, now }).passed).toBe(false);
});

test("the sender's words support nothing: an echoed amount fails", () => {
  expect(kinds('Yes, your $500 refund is right.', ['f_returns'])).toEqual(expect.arrayContaining(['price']));
});

test('a right value for the wrong thing fails', () => {
  expect(kinds('Shipping is €14 within the EU and €6 everywhere else.', ['f_ship_cost'])).toContain('binding');
  expect(kinds('The Tide bowl, in blue or sand, is €38.', ['o_moon', 'o_bowl'])).toContain('binding');
});

test('a yes for a no, a dropped "only" and a dropped limit fail', () => {
  expect(kinds('I don’t ship worldwide from Lisbon.', ['f_ship'])).toContain('polarity');
  expect(kinds('No, every piece is safe in the dishwasher.', ['f_wash'])).toContain('polarity');
  expect(kinds('The Kiln Club is €9 with a live studio hour and the pattern archive.', ['o_club'])).toContain(
    'qualifier',
  );
  expect(kinds('The giveaway is open to everyone over 18.', ['f_giveaway'])).toEqual([]);
});

test("in another language, even one of the creator's, only approved texts pass", () => {
  const text = 'Envío a todo el mundo desde Lisboa; los pedidos salen cada martes.';
  const persona = { ...potter, languages: ['en', 'es'], facts: [{ id: 'f_es', text }] };
  const judge = (reply: string) =>
    guardReply({ reply, usedItems: ['f_es'], persona, now, wording: 'free' }).breaches.map(({ kind }) => kind);
  expect(judge(text)).toEqual([]);
  expect(judge('Los pedidos salen cada martes desde Lisboa; envío a todo el mundo.')).not.toEqual([]);
  expect(judge('Envío a todo el mundo desde Lisboa cada viernes.')).not.toEqual([]);
});

test.each([
  ['f_returns', 'You can return pieces within 14 days.'],
  ['f_returns', 'You can return anything within 14 days and I refund the price at once.'],
  ['f_ship', 'I ship worldwide every Tuesday.'],
  ['f_custom', 'Commissions are open.'],
  ['f_licence', 'You may repost my photos.'],
  ['f_licence', 'You may repost my photos for commercial use.'],
  ['f_giveaway', 'The giveaway is open to everyone.'],
  ['f_class', 'The class runs every Thursday at 7 pm.'],
  ['f_market', 'My next market is in Madrid.'],
  ['o_club', 'The Kiln Club is €9 with a live studio hour.'],
])('a reply of approved words without those that narrow them fails: %s', (item, reply) => {
  expect(kinds(reply, [item])).not.toEqual([]);
});

test('an item that is not approved, out of date or not used supports nothing', () => {
  expect(kinds('A bigger kiln arrives in March.', ['f_secret'])).toContain('item');
  expect(kinds('You can find me at the Porto market on Saturday.', ['f_market_old'])).toContain('item');
  expect(kinds('I live and work in Lisbon.', ['o_moon'])).not.toEqual([]);
});

test('a picture must be that of a used item', () => {
  expect(kinds(mug, ['o_moon'], 'verbatim', 'asset_mug')).toEqual([]);
  expect(kinds(mug, ['o_moon'], 'verbatim', 'asset_parcel')).toEqual(['media']);
});

test('every claim of a passing reply names the item that supports it', () => {
  const { claims } = guardReply({
    reply: `${mug} ${shipping}`,
    usedItems: ['o_moon', 'f_ship_cost'],
    persona: potter,
    now,
  });
  expect(claims.map(({ itemId }) => itemId)).not.toContain(null);
  expect(claims).toContainEqual({ kind: 'price', start: 16, end: 19, itemId: 'o_moon' });
});
