import { expect, test } from 'vitest';
import { approvedItem } from '../../src/drafting/guard/approved-items.ts';
import { defaultMaxLength, voiceBreaches } from '../../src/drafting/guard/voice-breaches.ts';
import { wholeItems } from '../../src/drafting/guard/whole-items.ts';
import { potter } from './personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a reply may be 600 characters long if the creator sets no length, and no longer', () => {
  expect(defaultMaxLength).toBe(600);
  const { voice, ...persona } = potter;
  expect(voice?.maxLength).not.toBe(600);
  expect(voiceBreaches('x'.repeat(600), persona)).toEqual([]);
  expect(voiceBreaches('x'.repeat(601), persona)).toMatchObject([{ kind: 'length', what: '601 of 600' }]);
});

test('a single word between two whole items is supported by neither, and hides neither', () => {
  const items = ['o_moon', 'f_ship_cost'].map((id) => approvedItem(potter, id, now) ?? expect.unreachable(id));
  const [mug, shipping] = items.map(({ text }) => text);
  const reply = `${mug} Also ${shipping}`;
  expect(wholeItems(reply, items).map(({ start, end, itemId }) => [reply.slice(start, end), itemId])).toEqual([
    [mug?.replace(/\.$/, ''), 'o_moon'],
    ['Also', null],
    [shipping?.replace(/\.$/, ''), 'f_ship_cost'],
  ]);
});
