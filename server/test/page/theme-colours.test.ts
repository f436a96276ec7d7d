import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrastOf,
  edgeContrast,
  type Palette,
  paletteOf,
  textContrast,
} from '../../src/http/page/views/theme-colours.ts';
import { runLength } from '../support/run-length.ts';

const numRuns = runLength({ usual: 500, full: 5_000 });
const accent = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const grounds = ['paper', 'surface', 'soft'] as const;

test.each(['light', 'dark'] as const)('text has a contrast of 4.5:1 and edges 3:1 with any accent, in %s', (scheme) => {
  fc.assert(
    fc.property(accent, (chosen) => {
      const palette = paletteOf(chosen, scheme);
      expect(tooFaint(palette), chosen).toEqual([]);
    }),
    { numRuns },
  );
});

test('a faint colour is detected: the check of contrast can fail', () => {
  expect(tooFaint({ ...paletteOf(null, 'light'), muted: '#bbbbbb' })).not.toEqual([]);
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('a readable accent stays as it was chosen', () => {
  expect(paletteOf('#7B2A6B', 'light').accent).toBe('#7b2a6b');
});

function tooFaint(palette: Palette): string[] {
  const pairs = [
    ...grounds.flatMap((ground) =>
      (['ink', 'muted', 'link', 'stop'] as const).map((text) => [text, ground, textContrast] as const),
    ),
    ...grounds.map((ground) => ['controlLine', ground, edgeContrast] as const),
    ['accentInk', 'accent', textContrast] as const,
  ];
  return pairs.flatMap(([one, other, wanted]) => {
    const contrast = contrastOf(palette[one], palette[other]);
    return contrast >= wanted ? [] : [`${one} on ${other}: ${contrast.toFixed(2)}`];
  });
}
