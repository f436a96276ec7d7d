/** The service's own accent, for a Page whose creator has not chosen one. */
const ownAccent = '#7B2A6B';

/** The colours of text and controls, as `#rrggbb`. */
export interface Palette {
  readonly paper: string;
  readonly surface: string;
  readonly soft: string;
  readonly ink: string;
  readonly muted: string;
  /** The colour of links and of the edges of highlights. */
  readonly link: string;
  /** The background colour of buttons, behind their text. */
  readonly accent: string;
  readonly accentInk: string;
  readonly line: string;
  readonly controlLine: string;
  readonly stop: string;
}

export const textContrast = 4.5;
/** The contrast that the edges of controls and the focus ring need against their surroundings. */
export const edgeContrast = 3;

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * Computes the colours of a Page from its creator's accent, for light or dark. The colours keep the hue of the accent
 * as far as the contrast allows. Text has a contrast of at least 4.5:1 with its background, and edges of controls have
 * at least 3:1.
 */
export function paletteOf(accent: string | null | undefined, scheme: 'light' | 'dark'): Palette {
  const chosen = parse(accent ?? ownAccent);
  const isLight = scheme === 'light';
  const far = isLight ? black : white;
  const base: Rgb = isLight ? white : [24, 21, 27];
  const paper = mix(base, chosen, isLight ? 0.035 : 0.05);
  const surface = mix(isLight ? white : [32, 28, 36], chosen, isLight ? 0 : 0.05);
  const soft = mix(surface, chosen, isLight ? 0.1 : 0.18);
  const grounds = [paper, surface, soft];
  const ink = away(mix(isLight ? [34, 28, 38] : [243, 239, 246], chosen, 0.05), far, grounds, 7);
  const strong = away(chosen, far, grounds, textContrast);
  const accentInk = contrast(strong, white) >= contrast(strong, black) ? white : black;
  return {
    paper: hex(paper),
    surface: hex(surface),
    soft: hex(soft),
    ink: hex(ink),
    muted: hex(away(mix(ink, base, 0.32), far, grounds, textContrast)),
    link: hex(strong),
    accent: hex(away(strong, accentInk === white ? black : white, [accentInk], textContrast)),
    accentInk: hex(accentInk),
    line: hex(mix(surface, ink, 0.14)),
    controlLine: hex(away(mix(surface, ink, 0.4), far, grounds, edgeContrast)),
    stop: hex(away(isLight ? [161, 29, 28] : [255, 166, 158], far, grounds, textContrast)),
  };
}

/** Computes the contrast ratio of two colours, from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

/**
 * Moves a colour towards `to`, only as far as the contrast with each background requires, after rounding to eight bits.
 */
function away(colour: Rgb, to: Rgb, grounds: readonly Rgb[], wanted: number): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mix(colour, to, share);
    if (grounds.every((ground) => contrast(moved, ground) >= wanted)) return moved;
  }
  return to;
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2)];
}

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hex(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
