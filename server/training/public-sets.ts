import { type Features, featuresOf, featureWords, type Wording } from '../src/drafting/learned/features.ts';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';

/** Returns a text's features without the hints of this product's own rules, which do not apply to other subjects. */
export function publicFeatures(text: string): Features & Wording {
  return featuresOf(featureWords(tokens(normalise(text))));
}

/** Reads the rows of a CSV file with two columns and a heading, quoted or not. */
export function readCsv(text: string): [text: string, label: string][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted && char === '"' && text.charAt(at + 1) === '"') {
      field += '"';
      at += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted || (char !== ',' && char !== '\n' && char !== '\r')) field += char;
    else if (char !== '\r') {
      row.push(field);
      field = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    }
  }
  return rows.slice(1).map(([first = '', second = '']) => [first, second]);
}
