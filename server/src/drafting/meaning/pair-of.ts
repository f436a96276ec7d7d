/** Returns the key of two consecutive words, by their ids. */
export function pairOf(first: number, second: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ second) >>> 0;
}
