import { intents, type RiskLevel } from '../../domain/decision.ts';
import { type ModelUse, modelFailures } from '../../domain/language-model.ts';
import { rationale } from '../decide/rationale.ts';
import type { DraftOutput } from '../engine.ts';
import type { DraftTrace } from '../trace.ts';
import type { ModelReply } from './answer-form.ts';
import type { Judgement } from './judge-reply.ts';

/** What is noted of a model's part, for the trace. */
export interface ModelNotes {
  readonly given: readonly string[];
  /** Its riskiest word; '' when it gave none. */
  risk: string;
  breaches: readonly string[];
}

interface Settled {
  readonly own: DraftOutput;
  readonly trace: DraftTrace;
  readonly notes: ModelNotes;
  readonly use: ModelUse;
}

/** Two engines that disagree on the risk: as likely the one as the other. */
const confidenceOfDisagreement = 0.5;

/** The decision with the model's words, which have passed the guard. */
export function wordedBy(settled: Settled & { answer: ModelReply; judgement: Judgement }): DraftOutput {
  const { answer, judgement } = settled;
  const used = [...new Set(answer.usedItems)];
  const { decision, note } = withRisk(settled, used);
  return {
    decision: {
      ...decision,
      reply: answer.reply,
      rationale: `${decision.rationale.replace('in approved words', 'from approved items').replace(/\.$/, '')}; worded by the language model${note}.`,
      mediaAssetId: judgement.mediaAssetId,
    },
    trace: {
      ...traceOf(settled, decision.riskLevel),
      claims: judgement.verdict.claims.map((claim) => ({ ...claim })),
      itemsUsed: used,
    } satisfies DraftTrace,
    modelUse: settled.use,
  };
}

/** The embedded reply in place of a model's; its word on the risk, if it gave one, still counts. */
export function fallBack(settled: Settled): DraftOutput {
  const { trace, use } = settled;
  const { decision, note } = withRisk(settled, trace.itemsUsed);
  const why = use.outcome === 'used' ? '' : modelFailures[use.outcome];
  return {
    decision: {
      ...decision,
      rationale: `${decision.rationale.replace(/\.$/, '')}; the language model's words were not used: ${why}${note}.`,
    },
    trace: traceOf(settled, decision.riskLevel),
    modelUse: use,
  };
}

/** The embedded decision, raised to review where the model saw a risk. Nothing that it says lowers one. */
function withRisk({ own: { decision }, trace, notes }: Settled, used: readonly string[]) {
  const isRaised = decision.riskLevel === 'safe' && notes.risk !== '' && notes.risk !== 'safe';
  const riskLevel: RiskLevel = isRaised ? 'review' : decision.riskLevel;
  const intent = intents.find((each) => each === decision.intent) ?? 'unclear';
  return {
    decision: {
      ...decision,
      riskLevel,
      confidence: isRaised ? confidenceOfDisagreement : decision.confidence,
      requiresCreator: riskLevel !== 'safe',
      rationale: rationale({
        intent,
        answered: riskLevel === 'safe' ? trace.clauses.flatMap((one) => (one.itemId === null ? [] : [one.intent])) : [],
        riskLevel,
        reason: isRaised ? 'model' : trace.decidedBy,
        used,
      }),
    },
    note: isRaised ? '; it saw a risk' : '',
  };
}

function traceOf({ own, trace, use, notes }: Settled, riskLevel: RiskLevel): DraftTrace {
  const isRaised = riskLevel !== own.decision.riskLevel;
  return {
    ...trace,
    decidedBy: isRaised ? 'model' : trace.decidedBy,
    model: { ...use, given: [...notes.given], risk: notes.risk, breaches: [...notes.breaches] },
  };
}
