/** A list that was cut from a YAML text. In the text, a marker replaces the list as the value of its key. */
export interface CutList {
  readonly marker: string;
  /** The list in parts of consecutive items. Each part can be read as a separate block sequence. */
  readonly parts: readonly { readonly text: string; readonly linesBefore: number }[];
}

/**
 * Cuts long block sequences under the given keys out of a YAML text. Only the indentation determines where a sequence
 * begins and ends. Line numbers stay the same, because each cut line leaves an empty line. Text in a block scalar that
 * looks like such a list is also cut. The caller can detect this, because the marker is then not the value of a key.
 */
export function cutBlockSequences(
  text: string,
  options: { readonly keys: readonly string[]; readonly partLength: number; readonly marker: string },
): { text: string; lists: CutList[] } {
  const lists: CutList[] = [];
  if (text.length <= options.partLength) return { text, lists };
  const keyLine = new RegExp(`^((?: *- )* *)(?:${options.keys.join('|')}):[ \\t]*(?:#.*)?\\r?$`);
  const lines = text.split('\n');
  const kept: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    kept.push(line);
    index += 1;
    const key = keyLine.exec(line);
    if (key === null) continue;
    const end = endOfSequence(lines, index, key[1]?.length ?? 0);
    if (end === null || lengthOf(lines, index, end.line) <= options.partLength) continue;
    const marker = `${options.marker}-${lists.length}`;
    lists.push({ marker, parts: partsOf(lines, index, end, options.partLength) });
    kept[kept.length - 1] = `${line.slice(0, line.indexOf(':') + 1)} ${marker}`;
    for (; index < end.line; index += 1) kept.push('');
  }
  return { text: lists.length === 0 ? text : kept.join('\n'), lists };
}

interface SequenceEnd {
  /** The first line after the sequence. */
  readonly line: number;
  /** The number of columns before the list's dashes. */
  readonly indent: number;
}

function endOfSequence(lines: readonly string[], from: number, keyIndent: number): SequenceEnd | null {
  let line = from;
  while (line < lines.length && isBlank(lines[line])) line += 1;
  const indent = indentOf(lines[line]);
  if (indent < Math.max(1, keyIndent) || !isItem(lines[line], indent)) return null;
  while (line < lines.length) {
    const current = lines[line];
    if (!isBlank(current) && (indentOf(current) < indent || (indentOf(current) === indent && !isItem(current, indent))))
      break;
    line += 1;
  }
  return { line, indent };
}

function partsOf(lines: readonly string[], from: number, end: SequenceEnd, partLength: number): CutList['parts'] {
  const parts: { text: string; linesBefore: number }[] = [];
  let start = from;
  let length = 0;
  for (let line = from; line < end.line; line += 1) {
    if (length > partLength && isItem(lines[line], end.indent)) {
      parts.push({ text: lines.slice(start, line).join('\n'), linesBefore: start });
      start = line;
      length = 0;
    }
    length += (lines[line]?.length ?? 0) + 1;
  }
  parts.push({ text: lines.slice(start, end.line).join('\n'), linesBefore: start });
  return parts;
}

function lengthOf(lines: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let line = from; line < to; line += 1) length += (lines[line]?.length ?? 0) + 1;
  return length;
}

function indentOf(line = ''): number {
  let indent = 0;
  while (line[indent] === ' ') indent += 1;
  return indent;
}

function isItem(line: string | undefined, indent: number): boolean {
  return indentOf(line) === indent && line?.[indent] === '-' && [' ', undefined, '\r'].includes(line[indent + 1]);
}

function isBlank(line: string | undefined): boolean {
  const text = line?.trim();
  return text === undefined || text === '' || text.startsWith('#');
}
