import { createHmac } from 'node:crypto';

const dayMs = 86_400_000;

/**
 * The hashes under which a visitor's network is counted: today's, then those of the days before and after, for data
 * that is a day old and for clocks that differ. Each day has its own salt, so that hashes of different days do not
 * reveal that they belong to one network.
 */
export function networkHashes(network: string, slug: string, secret: string, now: number): string[] {
  const today = Math.floor(now / dayMs);
  return [today, today - 1, today + 1].map((day) => {
    const salt = createHmac('sha256', secret).update(`salt ${day}`).digest();
    return createHmac('sha256', salt).update(`${slug} ${network}`).digest('base64url').slice(0, 22);
  });
}
