import { readFileSync } from 'node:fs';

const folder = new URL('../lexicons/', import.meta.url);

const files = new Map<string, ReadonlyMap<string, readonly string[]>>();

/**
 * Returns the lines of a part of `lexicons/<name>.txt`, trimmed; without a part, the lines before the first part. A
 * part begins with `[its name]`; empty lines and lines that begin with `# ` are ignored. Each file is read once.
 * @throws if the file or the part is missing
 */
export function readLines(name: string, part = ''): readonly string[] {
  const parts = files.get(name) ?? readParts(name);
  files.set(name, parts);
  const lines = parts.get(part);
  if (lines === undefined) throw new Error(`lexicons/${name}.txt has no part [${part}]`);
  return lines;
}

/** Returns the words of a part, separated by spaces, in order. @throws as `readLines` does */
export function readWords(name: string, part = ''): readonly string[] {
  return readLines(name, part).flatMap((line) => line.split(/\s+/));
}

/**
 * Returns the words of a part as alternatives in a regular expression; an underscore represents a space. @throws as
 * `readLines` does
 */
export function readAlternatives(name: string, part = ''): string {
  return readWords(name, part).join('|').replaceAll('_', ' ');
}

/** Returns the words of a part of the form `from:to` as a map. @throws as `readLines` does */
export function readPairs(name: string, part = ''): ReadonlyMap<string, string> {
  return new Map(
    readWords(name, part).map((pair) => {
      const at = pair.indexOf(':');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Returns the lines of a part of the form `key: words`, by key. @throws as `readLines` does */
export function readTable(name: string, part = ''): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readLines(name, part).map((line) => {
      const [key = '', words = ''] = line.split(/:\s*/, 2);
      return [key, words.split(/\s+/).filter((word) => word !== '')];
    }),
  );
}

/** Returns a part's lines, with `<another part>` replaced by each line of that part. @throws as `readLines` does */
export function readPatterns(name: string, part: string): readonly string[] {
  const expand = (line: string): readonly string[] => {
    const [mark, other = ''] = /<([a-z ]+)>/.exec(line) ?? [];
    return mark === undefined ? [line] : readLines(name, other).flatMap((words) => expand(line.replace(mark, words)));
  };
  return readLines(name, part).flatMap(expand);
}

function readParts(name: string): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const raw of readFileSync(new URL(`${name}.txt`, folder), 'utf8').split('\n')) {
    const line = raw.trim();
    if (line === '' || line === '#' || line.startsWith('# ')) continue;
    const part = /^\[([a-z -]+)\]$/.exec(line)?.[1];
    if (part === undefined && lines !== undefined) lines.push(line);
    else {
      lines = part === undefined ? [line] : [];
      parts.set(part ?? '', lines);
    }
  }
  return parts;
}
