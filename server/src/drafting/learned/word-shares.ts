import { memoize } from '../text/memoize.ts';
import { eachPiece, hashOf, squareOf, wordHash } from './features.ts';
import type { ModelRows } from './model-rows.ts';

/** The contribution of one word by itself to the scores of a model. It is the same at any position. */
export interface WordShare {
  /** The hash of the word's letters. */
  readonly own: number;
  readonly pieces: number;
  /**
   * The sum of the squared values of the word's features. The values are added in a fixed order, because floating-point
   * sums depend on the order.
   */
  readonly square: number;
  /**
   * The entries are room[from, to). Each entry contains a head in its low twelve bits. The bits above contain the sum
   * of the weights of that head.
   */
  readonly room: Int32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * The maximum number of words whose sums are cached. Fans often use the same words, so the features of a word are
 * looked up only once.
 */
const mostWords = 8_000;
/**
 * The number of entries in one allocation, which is enough for several hundred words. An allocation is freed when none
 * of its words is cached.
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
