import type { Assessment } from '../assess.ts';
import type { Finding } from '../decide/finding.ts';
import type { DraftInput } from '../engine.ts';
import { type SettledDraft, settle } from '../settle.ts';
import { type SecondLook, unlooked } from './check-form.ts';
import type { CheckedPart, ModelTalk } from './model-talk.ts';
import type { ReadingEvidence } from './reading-evidence.ts';
import type { Reading } from './reading-form.ts';

interface Doubt {
  readonly input: DraftInput;
  readonly assessment: Assessment;
  readonly reading: Reading;
  readonly evidence: ReadingEvidence;
  /** The decision based on the reading alone. */
  readonly unchecked: SettledDraft;
  findingWith(look: SecondLook): Finding;
}

/**
 * Takes a second look at a disagreement between the model and the embedded evidence: whether the items that the model
 * chose answer the message. The model is first asked whether these items answer the most doubtful part. If it says yes,
 * it is asked whether the most likely item that it left out also answers that part. A question is asked only if a good
 * answer would let the reply pass, so that nothing is asked if something else holds the message back.
 * @throws ModelFailure when the model fails
 */
export async function secondLook(doubt: Doubt, ask: Pick<ModelTalk, 'check' | 'given'>): Promise<SecondLook> {
  const part = doubtfulPart(doubt);
  if (part === null || doubt.evidence.chosen.length === 0 || wouldPass(doubt.unchecked)) return unlooked;
  const passes = (look: SecondLook): boolean =>
    wouldPass(settle(doubt.input, doubt.assessment, doubt.findingWith(look)));
  const rival = ask.given.find((id) => id === doubt.evidence.rival);
  const isHoped = passes({ check: 'fully', rival: null }) || (rival !== undefined && passes(best));
  if (!isHoped) return unlooked;
  const check = await ask.check(part);
  const look = { check, rival: null };
  if (check !== 'fully' || rival === undefined || passes(look) || !passes(best)) return look;
  return { check, rival: await ask.check({ text: part.text, items: [rival] }) };
}

/** The answers that would support a reading most. */
const best: SecondLook = { check: 'fully', rival: 'no' };

function doubtfulPart({ input, reading, evidence }: Doubt): CheckedPart | null {
  const chanceOf = (id: string): number => evidence.chosen.find(({ item }) => item.id === id)?.probability ?? 0;
  const doubtful = reading.parts
    .map((part) => ({ part, chance: Math.min(...part.items.map(chanceOf)) }))
    .sort((a, b) => a.chance - b.chance)[0]?.part;
  if (doubtful === undefined) return null;
  return { text: input.message.slice(doubtful.start, doubtful.end), items: doubtful.items };
}

function wouldPass({ decision, trace }: SettledDraft): boolean {
  return decision.riskLevel === 'safe' || trace.trial === 'automatic';
}
