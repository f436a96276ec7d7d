import type { TeachingLevel } from './read-teaching.ts';

/** Returns the levels at which a creator with at most this many training phrases is evaluated. */
export function reliabilityLevels(most: TeachingLevel): TeachingLevel[] {
  const levels = [{ phrases: 0, nearMisses: 0 }];
  if (most.phrases >= 16) levels.push({ phrases: 16, nearMisses: 0 });
  if (most.phrases >= 60) levels.push({ phrases: 60, nearMisses: 15 });
  return levels;
}
