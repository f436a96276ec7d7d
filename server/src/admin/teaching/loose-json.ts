/** An object's members, by name. */
export type LooseObject = ReadonlyMap<string, LooseValue>;
export type LooseValue = string | number | boolean | null | readonly LooseValue[] | LooseObject;

/** Marks a value that is cut off by the end of the text. */
const lost = '\u0000';
const deepest = 8;
/**
 * The number of steps allowed per character. The limit ends the reading of text that was crafted to be slow to read.
 */
const stepsEach = 4;
/** The additional cost of a bracket, on top of its characters. */
const stepsOfAttempt = 100;
const quotes = '"\'“”„‟«»‘’';
const spaces = /[\s\u00a0\ufeff\u200b]/;

/** This error is created only once, because it is thrown often. */
const unreadable = new Error('not JSON, even by lenient rules');

/**
 * Finds the JSON objects and arrays in a text, in order, with any text around them, such as prose and code fences.
 * Accepts trailing and missing commas, curly and single quotes, and line breaks and unescaped quotes in strings. If the
 * text ends within an object, its complete members count. Time and memory grow in proportion to the text's length.
 */
export function looseJsonIn(text: string): LooseValue[] {
  const found: LooseValue[] = [];
  const reader = createReader(text);
  let cutAt: number | null = null;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (char !== '{' && char !== '[') {
      at += 1;
      continue;
    }
    const read = reader.read(at);
    if (read === 'exhausted') return found;
    if (read === 'cut' && char === '{') cutAt = at;
    if (read === null || read === 'cut') {
      at += 1;
      continue;
    }
    found.push(read.value);
    at = read.end;
    cutAt = null;
  }
  const last = cutAt === null ? null : reader.read(cutAt, true);
  if (last !== null && typeof last === 'object') found.push(last.value);
  return found;
}

function createReader(text: string) {
  let stepsLeft = text.length * stepsEach + 10_000;
  let at = 0;
  let closesAtEnd = false;

  /** Returns true at the closing mark. With `closesAtEnd`, lists and objects also end where the text ends. */
  const isOver = (mark: string): boolean => text.charAt(at) === mark || (closesAtEnd && at >= text.length);

  function step(): void {
    stepsLeft -= 1;
    if (stepsLeft < 0) throw unreadable;
  }

  function skipSpaces(): void {
    while (at < text.length && spaces.test(text.charAt(at))) {
      step();
      at += 1;
    }
  }

  function value(depth: number): LooseValue {
    skipSpaces();
    const char = text.charAt(at);
    if (char === '' && closesAtEnd) return lost;
    if (depth > deepest || char === '') throw unreadable;
    if (char === '{') return object(depth);
    if (char === '[') return array(depth);
    if (quotes.includes(char)) return string();
    return word();
  }

  function array(depth: number): LooseValue[] {
    const list: LooseValue[] = [];
    at += 1;
    for (;;) {
      skipCommas();
      if (isOver(']')) break;
      const read = value(depth + 1);
      if (read !== lost) list.push(read);
    }
    at += 1;
    return list;
  }

  function object(depth: number): LooseObject {
    const members = new Map<string, LooseValue>();
    at += 1;
    for (;;) {
      skipCommas();
      if (isOver('}')) break;
      const name = quotes.includes(text.charAt(at)) ? string() : String(word());
      skipSpaces();
      if (closesAtEnd && at >= text.length) break;
      if (text.charAt(at) !== ':') throw unreadable;
      at += 1;
      const read = value(depth + 1);
      if (read !== lost) members.set(name, read);
    }
    at += 1;
    return members;
  }

  function skipCommas(): void {
    skipSpaces();
    while (text.charAt(at) === ',') {
      at += 1;
      skipSpaces();
    }
  }

  /**
   * Reads a string. A quote ends it only if the next characters can follow a closing quote, because assistants forget
   * to escape quotes.
   */
  function string(): string {
    const opening = text.charAt(at);
    const closing = opening === '"' ? '"' : quotes;
    let read = '';
    at += 1;
    let from = at;
    for (; at < text.length; at++) {
      step();
      const char = text.charAt(at);
      if (char === '\\') {
        read += text.slice(from, at) + escaped();
        from = at + 1;
      } else if (closing.includes(char) && isEnd(at + 1)) {
        read += text.slice(from, at);
        at += 1;
        return read;
      }
    }
    if (closesAtEnd) return lost;
    throw unreadable;
  }

  function isEnd(from: number): boolean {
    let next = from;
    while (next < text.length && spaces.test(text.charAt(next))) {
      step();
      next += 1;
    }
    return next < text.length && ',:]}'.includes(text.charAt(next));
  }

  /** Reads the character that a backslash escapes. Leaves `at` on the last character of the escape sequence. */
  function escaped(): string {
    at += 1;
    const char = text.charAt(at);
    if (char === 'u' && /^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5))) {
      at += 4;
      return String.fromCharCode(Number.parseInt(text.slice(at - 3, at + 1), 16));
    }
    return { n: '\n', t: '\t', r: '\r', b: '', f: '' }[char] ?? char;
  }

  /** Reads a number, true, false, null or a bare name. */
  function word(): string | number | boolean | null {
    const from = at;
    while (/[\w.+-]/.test(text.charAt(at))) {
      step();
      at += 1;
    }
    const read = text.slice(from, at);
    if (read === '') throw unreadable;
    if (read === 'true' || read === 'false') return read === 'true';
    if (read === 'null') return null;
    return Number.isNaN(Number(read)) ? read : Number(read);
  }

  return {
    /**
     * Reads the value at a position. Returns the value and the position after it; null if there is no value, `cut` if
     * the text ends within it, `exhausted` if the steps are used up.
     */
    read(from: number, closeAtEnd = false): { value: LooseValue; end: number } | null | 'cut' | 'exhausted' {
      at = from;
      closesAtEnd = closeAtEnd;
      stepsLeft -= stepsOfAttempt;
      try {
        const read = value(0);
        return { value: read, end: at };
      } catch (error) {
        if (error !== unreadable) throw error;
        return stepsLeft < 0 ? 'exhausted' : at >= text.length ? 'cut' : null;
      }
    },
  };
}
