import { expect, test } from 'vitest';
import { entitiesOf } from '../../src/drafting/retrieve/entities.ts';
import { placeNamed } from '../../src/drafting/retrieve/places.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const groups = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const regions = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => !groups.has(code))
  .flatMap((code) => names.of(code) ?? [])
  .map((name) => name.replace(/\s?\(.*\)/, '').replace(' - ', ' '));

test('every country and territory of Unicode is a place', () => {
  expect(regions.length).toBeGreaterThan(250);
  const unknown = regions.filter((name) => {
    const list = tokens(normalise(`do you ship to ${name.replace(/^St\. /, 'Saint ').replace('&', 'and')}?`));
    return entitiesOf(list).places.size === 0;
  });
  expect(unknown).toEqual([]);
});

test('a garment or a first name is not a place, unless something goes there', () => {
  const places = (text: string) => [...entitiesOf(tokens(normalise(text))).places];
  expect(places('how much is the red jersey')).toEqual([]);
  expect(places('how much is postage to Jersey')).toEqual(['country:jersey']);
  expect(placeNamed('ivory_coast')).toBe('country:cote_divoire');
});
