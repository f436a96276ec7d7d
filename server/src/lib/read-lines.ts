import type { Readable } from 'node:stream';

/** A line of input and its number, from 1. `bytes` is null if the line exceeded the limit and was dropped. */
export interface InputLine {
  readonly number: number;
  readonly bytes: Buffer | null;
}

/**
 * Yields a stream's lines as they arrive, at the consumer's pace. A line longer than `maxBytes` is not kept in memory
 * and is yielded with null `bytes`. Blank lines are skipped, but counted.
 */
export async function* readLines(stream: Readable, maxBytes: number): AsyncGenerator<InputLine[]> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isTooLong = false;
  let number = 0;

  const end = (): InputLine | null => {
    number += 1;
    const bytes = isTooLong ? null : Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
    isTooLong = false;
    return bytes !== null && isBlank(bytes) ? null : { number, bytes };
  };

  for await (const chunk of stream) {
    const data = Buffer.from(chunk);
    const lines: InputLine[] = [];
    let start = 0;
    while (start < data.length) {
      const newline = data.indexOf(0x0a, start);
      const piece = data.subarray(start, newline === -1 ? data.length : newline);
      if (heldBytes + piece.length > maxBytes) isTooLong = true;
      if (isTooLong) held = [];
      else held.push(piece);
      heldBytes = isTooLong ? 0 : heldBytes + piece.length;
      if (newline === -1) break;
      const line = end();
      if (line !== null) lines.push(line);
      start = newline + 1;
    }
    if (lines.length > 0) yield lines;
  }
  if (heldBytes > 0 || isTooLong) {
    const line = end();
    if (line !== null) yield [line];
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
