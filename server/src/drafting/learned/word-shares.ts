import { memoize } from '../text/memoize.ts';
import { eachPiece, hashOf, squareOf, wordHash } from './features.ts';
import type { ModelRows } from './model-rows.ts';

/** One word's contribution by itself to the scores of a model, at any position. */
export interface WordShare {
  /** The hash of the word's letters. */
  readonly own: number;
  readonly pieces: number;
  /**
   * The sum of its features' squared values, added in a fixed order, because floating-point sums depend on the order.
   */
  readonly square: number;
  /**
   * The entries are room[from, to). Each contains a head in its low twelve bits, and the sum of the head's weights in
   * the bits above them.
   */
  readonly room: Int32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Fans often use the same words, so a word's features are looked up once, and the sums for up to this many words are
 * cached.
 */
const mostWords = 8_000;
/**
 * The entries in one allocation, enough for several hundred words. An allocation is freed when none of its words is
 * cached.
 */
const chunkEntries = 16_384;

export function createWordShares(rows: ModelRows, width: number, most = mostWords): (said: string) => WordShare {
  const chunk = Math.min(chunkEntries, Math.max(width, most * 8));
  const sums = new Int32Array(width);
  const pieceSquare = squareOf('piece');
  let room = new Int32Array(chunk);
  let used = 0;
  return memoize((said) => {
    sums.fill(0);
    const own = hashOf(said);
    rows.add(sums, 0, rows.find(wordHash(own)));
    let pieces = 0;
    let square = squareOf('word');
    eachPiece(said, (hash) => {
      rows.add(sums, 0, rows.find(hash));
      square += pieceSquare;
      pieces += 1;
    });
    if (used + width > chunk) {
      room = new Int32Array(chunk);
      used = 0;
    }
    const from = used;
    for (let head = 0; head < width; head++) {
      const sum = sums[head] ?? 0;
      if (sum !== 0) room[used++] = (sum << 12) | head;
    }
    return { own, pieces, square, room, from, to: used };
  }, most);
}
