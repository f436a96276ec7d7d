import type { Intent } from '../../../domain/decision.ts';

/**
 * What one blocked category looks like, with high recall. A `block` pattern decides; a `review` pattern only keeps a reply from
 * being automatic; an `idiom` takes back every hit that overlaps it. Words are read after decoding (leetspeak, look-alikes,
 * spaced letters), so the lists hold the plain spelling only. The pattern language is that of `text/patterns.ts`.
 */
export interface HazardRules {
  readonly category: Intent;
  readonly block: readonly string[];
  readonly review: readonly string[];
  readonly idioms: readonly string[];
  /** Harmless alone; several different ones in one message are an attempt. */
  readonly signals?: readonly string[];
}
