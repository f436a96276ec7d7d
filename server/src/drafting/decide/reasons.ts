import type { Composed } from '../compose/compose.ts';
import type { Finding } from './finding.ts';

interface Weighed {
  /** The vetoes, most important first. */
  readonly held: readonly string[];
  readonly finding: Finding;
  readonly composed: Composed;
}

/** Returns every reason why a decision is not `safe`, most important first; empty for `safe`. */
export function reasonsToHold({ held, finding, composed }: Weighed): string[] {
  const { chosen, wanted, probability, least, courtesy } = finding;
  const reasons = [...held];
  if (!courtesy.isEnough) {
    if (chosen.length === 0) reasons.push('no-item');
    else if (probability < least.answer || chosen.length < wanted.length) reasons.push('unsure');
  }
  if (chosen.length > 0 && !composed.isWhole) reasons.push('fit');
  if (composed.reply === '' && reasons.length === 0) reasons.push('nothing');
  return reasons;
}
