import { isUtf8 } from 'node:buffer';
import { OperatorError } from '../../lib/errors.ts';

/** V8 cannot represent longer text as one string. */
const largestBytes = 500 * 1024 * 1024;

/**
 * Decodes a UTF-8 file without its byte order mark. @throws OperatorError when the file is too large, or is not UTF-8;
 * the error then names the line of the first invalid byte
 */
export function decodeText(bytes: Buffer, name: string): string {
  if (bytes.length > largestBytes) {
    throw new OperatorError(
      `${name} is ${Math.ceil(bytes.length / 1024 / 1024)} MB, but the limit is 500 MB. Split it; imports update records by id, so the parts can be imported one by one.`,
    );
  }
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) throw new OperatorError(`${name} is UTF-16 text. Save it as UTF-8.`);
  if (!isUtf8(bytes)) {
    throw new OperatorError(
      `${name} is not UTF-8 text: line ${firstBrokenLine(bytes)} contains an invalid byte. Save it as UTF-8.`,
    );
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

function firstBrokenLine(bytes: Buffer): number {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const isLast = end === -1;
    if (!isUtf8(bytes.subarray(start, isLast ? bytes.length : end)) || isLast) return line;
    start = end + 1;
  }
}
