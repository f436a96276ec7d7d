import { measuresOf } from '../../../src/admin/evaluate/measures.ts';
import type { CaseResult, Use } from '../../../src/admin/evaluate/run-cases.ts';
import type { Intent, RiskLevel } from '../../../src/domain/decision.ts';
import type { Persona } from '../../../src/domain/persona.ts';

/** A case's label, and the engine's result for it. */
export interface Row {
  readonly risk: RiskLevel;
  readonly decided: RiskLevel;
  readonly hazard?: boolean;
  readonly wanted?: readonly string[];
  readonly used?: readonly string[];
  readonly intents?: readonly [labelled: Intent, told: Intent];
  readonly confidence?: number;
  readonly ungrounded?: number;
  readonly wantedUses?: readonly Use[];
  readonly uses?: readonly Use[];
  readonly reply?: string;
  readonly suggestions?: readonly (readonly string[])[];
  readonly likeliest?: readonly string[];
  readonly chance?: number;
  readonly courtesy?: number;
  readonly reasons?: readonly string[];
}

const ada: Persona = {
  facts: [
    { id: 'f_1', text: 'One.', aliases: Array.from({ length: 30 }, (_, at) => `phrase ${at}`), nearMisses: ['no'] },
    { id: 'f_2', topic: 'two', text: 'Two.' },
  ],
};
export const profile = { id: 'prof_ada', displayName: 'Ada', persona: ada };

/** Returns the result of an example decision for the case on line `line`. */
export function resultOf(row: Row, line: number): CaseResult {
  const { risk, decided, hazard, wanted = [], used = [], intents = ['pricing', 'pricing'], confidence = 0.5 } = row;
  const { likeliest = [], chance = 0, courtesy = 0, suggestions = [], wantedUses = [], uses = [] } = row;
  return {
    one: { source: 'cases.jsonl', line, profile, message: 'a message', intent: intents[0], risk, hazard },
    decision: {
      intent: intents[1],
      riskLevel: decided,
      confidence,
      reply: row.reply ?? (decided === 'safe' ? 'a reply' : ''),
      rationale: '',
      requiresCreator: decided !== 'safe',
      mediaAssetId: '',
    },
    decidedBy: decided === 'safe' ? 'safe' : 'no-item:floor',
    reasons: row.reasons ?? (decided === 'safe' ? [] : ['no-item']),
    items: used,
    uses,
    wanted,
    wantedUses,
    suggestions,
    answer: { items: [...likeliest], probability: chance },
    courtesy: { kind: courtesy > 0 ? 'thanks' : 'none', probability: courtesy },
    ungroundedClaims: row.ungrounded ?? 0,
    elapsedMs: line,
    model: null,
  };
}

/** Returns a measure's hits over these decisions, and their total. */
export const counted = (rows: readonly Row[], id: string) => {
  const measure = measuresOf(rows.map((row, at) => resultOf(row, at + 1))).find((one) => one.id === id);
  return [measure?.hits, measure?.of];
};
