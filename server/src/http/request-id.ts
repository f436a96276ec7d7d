import { randomFillSync } from 'node:crypto';

const idBytes = 12;
const drawn = Buffer.allocUnsafe(idBytes * 256);
let used = drawn.length;

/** A random id for one request; bytes are drawn for many at a time, since a draw costs more than what it gives. */
export function createRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const id = `req_${drawn.toString('hex', used, used + idBytes)}`;
  used += idBytes;
  return id;
}
