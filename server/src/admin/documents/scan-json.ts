import { printableName } from '../../lib/printable.ts';

/** The maximum number of repeated properties that are listed. */
const maxRepeated = 20;

export interface JsonScan {
  broken: { at: number; message: string } | null;
  repeated: { at: number; property: string }[];
}

const space = /[ \t\n\r]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Scans JSON text without building its value. Finds the first syntax error, and the properties that occur twice in an
 * object.
 */
export function scanJson(text: string): JsonScan {
  const repeated: JsonScan['repeated'] = [];
  const open: (Set<string> | null)[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) return null;
    at += match.length;
    return match;
  };
  const broken = (expected: string): JsonScan => ({
    broken: { at, message: `expected ${expected}, found ${nextOf(text, at)}` },
    repeated,
  });
  const takeString = (): boolean => {
    if (text[at] !== '"') return false;
    at += 1;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      if (unit === 0x22) {
        at += 1;
        return true;
      }
      if (unit < 0x20) return false;
      if (unit !== 0x5c) at += 1;
      else if (take(escaped) === null) return false;
    }
    return false;
  };
  const takeName = (names: Set<string>): boolean => {
    const start = at;
    if (!takeString()) return false;
    const raw = text.slice(start, at);
    const property = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
    if (names.has(property) && repeated.length < maxRepeated) repeated.push({ at: start, property });
    names.add(property);
    take(space);
    if (text[at] !== ':') return false;
    at += 1;
    return true;
  };

  take(space);
  for (;;) {
    // Reads a value.
    if (text[at] === '{') {
      at += 1;
      take(space);
      if (text[at] !== '}') {
        const names = new Set<string>();
        open.push(names);
        if (!takeName(names)) return broken('a property name in double quotes and a colon');
        take(space);
        continue;
      }
      at += 1;
    } else if (text[at] === '[') {
      at += 1;
      take(space);
      if (text[at] !== ']') {
        open.push(null);
        continue;
      }
      at += 1;
    } else if (text[at] === '"') {
      if (!takeString()) return broken('a string that ends with a double quote, with line breaks written as \\n');
    } else if (take(scalar) === null) {
      return broken('a value');
    }
    // Reads the tokens after the value.
    for (;;) {
      take(space);
      const names = open.at(-1);
      if (names === undefined) return at === text.length ? { broken: null, repeated } : broken('the end of the text');
      const closing = names === null ? ']' : '}';
      if (text[at] === closing) {
        at += 1;
        open.pop();
        continue;
      }
      if (text[at] !== ',') return broken(`"," or "${closing}"`);
      at += 1;
      take(space);
      if (names !== null && !takeName(names)) return broken('a property name in double quotes and a colon');
      take(space);
      break;
    }
  }
}

function nextOf(text: string, at: number): string {
  const character = text.codePointAt(at);
  return character === undefined ? 'the end of the text' : `"${printableName(String.fromCodePoint(character))}"`;
}
