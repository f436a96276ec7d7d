import { expect, test } from 'vitest';
import { pageDoubtsOf } from '../../src/domain/page/page-doubts.ts';

test.each([
  ['Use MOON15 at the checkout.', ['code']],
  ['With the code in my last message you get 10 % off.', ['code']],
  ['Mit dem Gutschein sparst du zehn Prozent.', ['code']],
  ['O código está na última carta.', ['code']],
  ['The studio is at 14 Harbour Lane.', ['address']],
  ['Komm vorbei: Hafenstraße 12.', ['address']],
  ['Write to aurora@studio.example.', ['address']],
  ['Call +351 912 345 678 for directions.', ['address']],
  ['Only members see the long videos.', ['members']],
  ['Los miembros reciben el vídeo antes.', ['members']],
  ['Für Mitglieder ist der Kurs frei.', ['members']],
  ['Members get the code MOON15 by mail.', ['code', 'members']],
] as const)('%j makes a creator look twice', (text, doubts) => {
  expect(pageDoubtsOf({ text })).toEqual(doubts);
});

test.each([
  'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
  'Shipping is €6 within Europe and €14 to the rest of the world.',
  'Parcels take 2 to 4 working days within Portugal, 5 to 8 in the rest of Europe.',
  'The kiln reaches 1240 °C, and a place in the wheel class is €65.',
  'I remember every commission, and decode old glazes for fun.',
  'The next class is on 2026-12-05 at 14:00.',
])('%j is suitable for everybody', (text) => {
  expect(pageDoubtsOf({ text })).toEqual([]);
});

test('an offer with its own code is doubted, whatever its text says', () => {
  expect(pageDoubtsOf({ text: 'A mug is €38.', code: 'MOON15' })).toEqual(['code']);
});
