import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Palette, paletteOf } from './theme-colours.ts';

const layout = readFileSync(join(import.meta.dirname, 'browser/page.css'), 'utf8');

/**
 * Renders a Page's whole stylesheet: its light and dark colours, then its layout. All styles are in one file, so that a
 * visitor waits for only one request.
 */
export function renderTheme(theme: { readonly accent: string } | null): string {
  const light = properties(paletteOf(theme?.accent, 'light'));
  const dark = properties(paletteOf(theme?.accent, 'dark'));
  return `:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
${layout}`;
}

function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour}`)
    .join(';');
}
