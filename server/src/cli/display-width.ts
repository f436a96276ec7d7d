import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter();
const wide =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const plainAscii = /^[\x20-\x7e]*$/;

/**
 * Returns how many columns a line takes on a terminal. Emoji and East Asian letters take two columns, and colour codes
 * take none.
 */
export function displayWidth(line: string): number {
  const text = stripVTControlCharacters(line);
  if (plainAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/**
 * Returns the start of a line that fits into `columns`, ending in `…` if something was cut off. Supports only text
 * without colours.
 */
export function fitLine(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  let width = 0;
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    width += wide.test(segment) ? 2 : 1;
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks text into lines of at most `columns`, between words if possible. Supports only text without colours. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (displayWidth(longer) <= columns) line = longer;
      else {
        if (line !== '') lines.push(line);
        line = word;
        while (displayWidth(line) > columns) {
          const start = fitLine(line, columns + 1).slice(0, -1);
          if (start === '') break;
          lines.push(start);
          line = line.slice(start.length);
        }
      }
    }
    lines.push(line);
  }
  return lines;
}
