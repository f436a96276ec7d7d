import { hazardIntents } from '../../domain/intents.ts';
import type { Finding } from '../decide/finding.ts';
import { mayBeAutomatic } from '../policy-table.ts';
import type { Courtesy } from '../understand/courtesy.ts';
import type { SecondLook } from './check-form.ts';
import type { ReadingEvidence } from './reading-evidence.ts';
import type { Reading } from './reading-form.ts';
import { reliability, reliabilityOf } from './reliability.ts';

/**
 * The lowest probability at which a friendly line is proposed. A courtesy that only the model recognizes counts as at
 * least this likely, but the line is never more than a proposal.
 */
const leastCourtesy = 0.4;

/**
 * Combines a model's reading with the embedded evidence. The model can hold a message back, but an answer also needs
 * the support of the embedded evidence. `alone` is the finding from the embedded evidence alone.
 */
export function modelFinding(
  reading: Reading,
  evidence: ReadingEvidence,
  alone: Finding,
  courtesy: Courtesy,
  isBalanced: boolean,
  look: SecondLook,
): Finding {
  const { intent, parts } = reading;
  const holds = holdsOf(reading);
  const isHazardous = reading.risk === 'blocked' || hazardIntents.some((hazard) => hazard === intent);
  const base = { ...alone, holds, isHazardous, intent };
  if (evidence.chosen.length === 0) return courtesyFinding(reading, base, courtesy);

  const { thresholds, unchecked, leastItem } = reliability();
  const probability = reliabilityOf(evidence.features(look));
  const isOwn = evidence.agrees && alone.probability >= alone.least.answer;
  const { careful, balanced } = look.check === null ? unchecked : thresholds;
  const least = { answer: isBalanced ? balanced : careful, proposal: thresholds.proposal };
  if (parts.some(({ items }) => items.length === 0)) holds.push('model:open');
  // An answer that is unlikely by the embedded evidence remains a suggestion, regardless of all other evidence.
  if (evidence.leastItem < leastItem) holds.push('model:disagree');
  if (evidence.isSteered && !isOwn) holds.push('model:steered');
  const isLikely = probability >= least.proposal || probability >= alone.probability;
  const own = {
    ...base,
    candidates: evidence.candidates,
    courtesy: { ...alone.courtesy, isEnough: false },
  };
  if (!isLikely && alone.chosen.length > 0)
    return { ...own, holds: [...holds, 'model:disagree'], also: evidence.chosen };
  const found = { ...own, chosen: evidence.chosen, wanted: evidence.chosen };
  return isOwn ? found : { ...found, probability, least, also: evidence.agrees ? [] : alone.chosen };
}

/** Returns the reasons that a model's reading gives for leaving the message to the creator. */
function holdsOf({ risk, intent, topics }: Reading): string[] {
  const holds: string[] = [];
  if (risk !== 'safe') holds.push(`model:${risk}`);
  if (topics > 0) holds.push('model:topic');
  if (intent !== 'unclear' && !mayBeAutomatic(intent)) holds.push(`model:${intent}`);
  return holds;
}

/** Returns the finding if the model names no item: either a friendly line is enough, or there is no approved answer. */
function courtesyFinding(reading: Reading, base: Finding, courtesy: Courtesy): Finding {
  const isCourtesy = reading.courtesy !== 'none' || reading.parts.length === 0;
  const isSeen = reading.courtesy !== 'none' && courtesy.probability >= reliability().courtesy;
  if (isCourtesy && (base.courtesy.isEnough || isSeen)) {
    const isSure = base.courtesy.isEnough || courtesy.kind === reading.courtesy || reading.courtesy === 'none';
    const kind = isSure ? courtesy.kind : reading.courtesy;
    return { ...base, chosen: [], courtesy: { kind, probability: courtesy.probability, isEnough: true } };
  }
  if (reading.courtesy !== 'none') {
    const probability = Math.max(courtesy.probability, leastCourtesy);
    return {
      ...base,
      chosen: [],
      holds: [...base.holds, 'unsure'],
      courtesy: { kind: reading.courtesy, probability, isEnough: false },
    };
  }
  return { ...base, holds: [...base.holds, 'model:none'], courtesy: { ...base.courtesy, isEnough: false } };
}
