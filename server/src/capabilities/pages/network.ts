import { createHmac } from 'node:crypto';

const dayMs = 86_400_000;
/** Enough for the salts of yesterday, today and tomorrow. */
const mostSalts = 3;

/** Returns the hashes that stand for a visitor's network when its questions to a Page are counted. */
export type NetworkHashes = (network: string, slug: string, now: number) => readonly string[];

/**
 * Creates a function for the hashes of a network. Today's hash comes first. Yesterday's hash follows for data that is a
 * day old, and tomorrow's hash for clocks that differ. Each day has its own salt, so that hashes of different days do
 * not reveal that they belong to the same network.
 */
export function createNetworkHashes(secretOf: () => string): NetworkHashes {
  const salts = new Map<number, Buffer>();

  function saltOf(day: number): Buffer {
    const known = salts.get(day);
    if (known !== undefined) return known;
    const salt = createHmac('sha256', secretOf()).update(`salt ${day}`).digest();
    salts.set(day, salt);
    for (const oldest of salts.keys()) {
      if (salts.size <= mostSalts) break;
      salts.delete(oldest);
    }
    return salt;
  }

  return (network, slug, now) => {
    const today = Math.floor(now / dayMs);
    return [today, today - 1, today + 1].map((day) =>
      createHmac('sha256', saltOf(day)).update(`${slug} ${network}`).digest('base64url').slice(0, 22),
    );
  };
}
