import { randomUUID } from 'node:crypto';
import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { OperatorError } from '../../lib/errors.ts';
import { cutBlockSequences } from './cut-block-sequences.ts';

/**
 * Lengths in characters: of the texts that are read as a whole, and of the parts in which longer texts are read.
 * Reading a YAML text takes about forty times its size in memory.
 */
const limits = { wholeBelow: 512 * 1_024, partLength: 64 * 1_024 };
const maxFaults = 20;
const maxAliases = 1_000;

/**
 * Parses YAML 1.2 text. Dates stay text. Rejects duplicate keys in a mapping, and aliases that expand excessively.
 * Reads long lists of conversations and messages in parts, so that a file of any size takes little more memory than its
 * content. `onProgress` receives the fraction of the text that has been read, from 0 to 1.
 * @throws OperatorError with line and column
 */
export function parseYaml(
  text: string,
  name: string,
  onProgress: (part: number) => void = () => {},
  { wholeBelow, partLength } = limits,
): unknown {
  if (text.length > wholeBelow) {
    const reader = createPartReader({ name, totalLength: text.length, partLength, onProgress });
    const value = reader(text, 0);
    if (value !== needsWhole) return value;
  }
  // The parser stops at the start of a second document.
  const document = parseDocument(text, { lineCounter: new LineCounter() });
  const faults = document.errors.filter(({ code }) => code !== 'MULTIPLE_DOCS');
  refuse(faults, name, 0);
  if (faults.length < document.errors.length)
    throw new OperatorError(`${name} contains more than one YAML document. Put everything into one document.`);
  const value = toValue(document, name);
  if (value === needsWhole)
    throw new OperatorError(`${name} contains an alias (*name) without an anchor (&name) before it.`);
  return value;
}

/**
 * Signals that the text cannot be read in parts, because an alias refers to another part, or because a text that looked
 * like a list is not one.
 */
const needsWhole = Symbol('needs the whole text');

function createPartReader(options: {
  name: string;
  totalLength: number;
  partLength: number;
  onProgress: (part: number) => void;
}) {
  const { name, totalLength, partLength, onProgress } = options;
  let done = 0;

  const read = (text: string, linesBefore: number): unknown => {
    const cut = cutBlockSequences(text, {
      keys: ['conversations', 'messages'],
      partLength,
      marker: `part-${randomUUID()}`,
    });
    const document = parseDocument(cut.text, { lineCounter: new LineCounter() });
    if (document.errors.some((error) => error.code === 'BAD_ALIAS' || error.code === 'MULTIPLE_DOCS'))
      return needsWhole;
    refuse(document.errors, name, linesBefore);
    const value = toValue(document, name);
    if (value === needsWhole) return needsWhole;
    if (cut.lists.length === 0) {
      done += text.length;
      onProgress(Math.min(1, done / totalLength));
      return value;
    }
    const lists = new Map<string, unknown[]>();
    for (const { marker, parts } of cut.lists) {
      const items: unknown[] = [];
      for (const part of parts) {
        const partValue = read(part.text, linesBefore + part.linesBefore);
        if (!Array.isArray(partValue)) return needsWhole;
        for (const item of withFlatText(partValue)) items.push(item);
      }
      lists.set(marker, items);
    }
    return putBack(value, lists) === cut.lists.length ? value : needsWhole;
  };
  return read;
}

/**
 * Returns the items with flat strings. The parser builds quoted text by concatenation, and the concatenated string
 * takes thirty times the memory.
 */
function withFlatText(items: readonly unknown[]): unknown[] {
  return JSON.parse(JSON.stringify(items));
}

/** Replaces the markers with their lists; returns how many it replaced. */
function putBack(value: unknown, lists: ReadonlyMap<string, unknown[]>): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const [key, child] of Object.entries(value)) {
    const list = typeof child === 'string' ? lists.get(child) : undefined;
    if (list === undefined) count += putBack(child, lists);
    else {
      Object.assign(value, { [key]: list });
      count += 1;
    }
  }
  return count;
}

function refuse(errors: readonly YAMLError[], name: string, linesBefore: number): void {
  if (errors.length === 0) return;
  const faults = errors.slice(0, maxFaults).map((error) => {
    const place = error.linePos?.[0];
    const where = place === undefined ? '' : `line ${place.line + linesBefore}, column ${place.col}: `;
    return `${where}${wordsOf(error)}`;
  });
  throw new OperatorError(`${name} is not valid YAML.`, faults);
}

function wordsOf(error: YAMLError): string {
  if (error.code === 'DUPLICATE_KEY') return 'this mapping contains the key twice, so one of the values would be lost';
  if (error.code === 'TAB_AS_INDENT') return 'the indentation contains a tab; use spaces';
  const [firstLine = ''] = error.message.split('\n');
  const words = firstLine.replace(/ at line \d+, column \d+:?$/, '');
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/**
 * Converts a parsed document to a value. Returns `needsWhole` for an alias whose anchor is not in this text. @throws
 * OperatorError for aliases that expand excessively
 */
function toValue(document: Document.Parsed, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    if (error.message.startsWith('Unresolved alias')) return needsWhole;
    throw new OperatorError(
      `${name} repeats its contents through aliases (*name) beyond the limit. Write the contents out instead.`,
    );
  }
}
