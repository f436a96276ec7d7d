import { itemHashesOf } from '../drafting/answer/teaching.ts';
import type { DraftInput, DraftOutput } from '../drafting/engine.ts';
import type { DraftTally } from '../store/write-port.ts';

/**
 * Returns the parts of a draft that the store counts: its intent and risk level, the items that the reply uses, and its
 * trial result.
 */
export function tallyOf(
  { decision, trace }: DraftOutput,
  { persona }: Pick<DraftInput, 'persona'>,
  profileId: string,
): DraftTally {
  const hashes = itemHashesOf(persona);
  const used = trace['itemsUsed'];
  const ids = Array.isArray(used) ? [...new Set(used.map(String))].sort() : [];
  const items = ids.flatMap((id) => {
    const hash = hashes.get(id);
    return hash === undefined ? [] : [{ id, hash }];
  });
  const said = trace['trial'];
  const trial = said === 'automatic' || said === 'review' ? said : null;
  return { intent: decision.intent, riskLevel: decision.riskLevel, proposal: { profileId, items, trial } };
}
