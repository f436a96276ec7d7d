import { randomFillSync } from 'node:crypto';

const idBytes = 12;
const drawn = Buffer.allocUnsafe(idBytes * 256);
let used = drawn.length;

/**
 * Returns a random id for one request. Draws random bytes for many ids at a time, because drawing bytes costs more than
 * creating an id from them.
 */
export function createRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const id = `req_${drawn.toString('hex', used, used + idBytes)}`;
  used += idBytes;
  return id;
}
