/** Creates a repeatable source of random numbers (xorshift, 32 bits). */
export function createDice(seed: number): { below(limit: number): number; shuffle(list: number[]): void } {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return {
    below,
    shuffle(list) {
      for (let at = list.length - 1; at > 0; at--) {
        const other = below(at + 1);
        const held = list[at] ?? 0;
        list[at] = list[other] ?? 0;
        list[other] = held;
      }
    },
  };
}
