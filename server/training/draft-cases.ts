import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import type { DraftOutput } from '../src/drafting/engine.ts';
import type { LabelledCase } from './read-cases.ts';

export interface DraftedCase extends DraftOutput {
  readonly one: LabelledCase;
}

export async function draftCases(cases: readonly LabelledCase[]): Promise<DraftedCase[]> {
  const engine = createEmbeddedEngine();
  const drafted: DraftedCase[] = [];
  for (const one of cases) drafted.push({ one, ...(await engine.draft(one.input)) });
  return drafted;
}

/** Facts and offers (not phrases) that a reply used. */
export function itemsOf({ trace }: DraftedCase): readonly string[] {
  const used = trace['itemsUsed'] as readonly string[]; // as DraftTrace has it
  return used.filter((id) => !id.startsWith('ph_'));
}

/** Whether it rests on items that the label names, and on no other. */
export function isAnswer(drafted: DraftedCase): boolean {
  const wanted = drafted.one.items.filter((id) => !id.startsWith('ph_'));
  const used = itemsOf(drafted);
  return wanted.length === 0 ? used.length === 0 : used.length > 0 && used.every((id) => wanted.includes(id));
}

/** Whether a fair labeller agrees with the risk level, the intent, and the items of a safe one. */
export function isRight(drafted: DraftedCase): boolean {
  const { decision, one } = drafted;
  if (decision.riskLevel !== one.risk || decision.intent !== one.intent) return false;
  return decision.riskLevel !== 'safe' || isAnswer(drafted);
}
