import type { RiskLevel } from '../domain/decision.ts';
import type { StageEnd } from '../domain/measures.ts';
import type { Assessment } from './assess.ts';
import { compose } from './compose/compose.ts';
import { finalReply } from './compose/final-reply.ts';
import { planReply } from './compose/plan-reply.ts';
import { confidenceEvidence, confidenceOf } from './decide/confidence.ts';
import type { Finding } from './decide/finding.ts';
import { mainIntent } from './decide/main-intent.ts';
import { rationale } from './decide/rationale.ts';
import { reasonsToHold } from './decide/reasons.ts';
import { suggestionsFor } from './decide/suggestions.ts';
import { topicHits } from './decide/topics.ts';
import { rounded, traceOf } from './decide/trace-of.ts';
import { hasUnknownPart } from './decide/unknown-parts.ts';
import { blockReason, neverAutomatic, vetoes } from './decide/vetoes.ts';
import type { DraftInput, DraftOutput } from './engine.ts';
import { guardReply } from './guard/guard-reply.ts';
import type { PersonaIndex } from './retrieve/persona-index.ts';
import type { DraftTrace } from './trace.ts';

export type SettledDraft = DraftOutput & { readonly trace: DraftTrace };

/**
 * Settles a decision: applies the vetoes and the gate, composes a reply in approved words, and checks the reply with
 * the guard. `finding` contains the answer to the message, from any reader. The vetoes are the same for all readers.
 */
export function settle(
  input: DraftInput,
  assessment: Assessment,
  finding: Finding,
  stageEnded?: StageEnd,
): SettledDraft {
  const { persona, history, now } = input;
  const { index, ownNames, understanding, past, answer } = assessment;
  const { chosen, courtesy } = finding;
  const topics = topicHits(
    persona,
    understanding.tokens,
    chosen.map(({ item }) => item.topic),
  );
  const never = neverAutomatic(understanding);
  const blockedBy = blockReason(understanding, topics);
  const isPlain = blockedBy !== '' || never.length > 0;
  const embeddedIntent = mainIntent(understanding, never, chosen.length > 0, answer.candidates[0]);
  const intent = isPlain ? embeddedIntent : (finding.intent ?? embeddedIntent);
  const thread = { message: input.message, history, now };
  const mayBeCourtesy = courtesy.isEnough || (chosen.length === 0 && courtesy.probability >= leastCourtesy);
  const isSober = never.length > 0 || past.some(({ isMild }) => !isMild);
  const plan = planReply(understanding, chosen, mayBeCourtesy ? courtesy.kind : 'none', isSober);
  const bare = { ...plan, greets: false, thanks: false, discloses: false, isSober: true };
  const isForeign = finding.isForeign === true;
  const composed = compose(isForeign ? bare : plan, persona, index.phrases, thread);
  // Only the embedded evidence may remove a doubt. A model never removes a veto.
  const isOwn = chosen.length === answer.chosen.length && answer.chosen.every((item) => chosen.includes(item));
  const certainty = isOwn && !courtesy.isEnough ? answer.probability : 0;
  const held = vetoes({ input, index, understanding, past, topics, chosen, isForeign, never, certainty });
  // A friendly line must respond to every word of a message, because an unread part may mean anything.
  if (courtesy.isEnough && hasUnknownPart(understanding.tokens, index, ownNames)) held.push('unread');
  const isOff = input.autonomy === 'off';
  const reasons =
    blockedBy !== '' ? [blockedBy] : reasonsToHold({ held: [...held, ...finding.holds], finding, composed });
  const wouldBeSafe = reasons.length === 0;
  if (wouldBeSafe && isOff) reasons.push('autonomy');
  const riskLevel: RiskLevel = blockedBy !== '' ? 'blocked' : reasons.length > 0 ? 'review' : 'safe';
  const isHazardous =
    finding.isHazardous ||
    reasons.some((reason) => reason.startsWith('hazard:')) ||
    past.some(({ isMild, isAnswered }) => !isMild && !isAnswered);
  const said = finalReply({
    riskLevel,
    intent,
    composed,
    isHazardous,
    isProposal: chosen.length > 0 || mayBeCourtesy,
    asksWhoAnswers: plan.discloses,
    persona,
    phrases: index.phrases,
    thread,
  });
  const mediaAssetId = mediaOf(said.used, index);
  stageEnded?.('composition');
  const verdict = guardReply({ reply: said.reply, usedItems: said.used, persona, now, mediaAssetId });
  stageEnded?.('guard');
  // A reply that the guard rejects is never shown, not even for review.
  const passed = said.reply === '' || verdict.passed;
  const settled = riskLevel === 'safe' && !passed ? 'review' : riskLevel;
  const used = passed ? said.used : [];
  const decidedBy = reasons[0] ?? (passed ? 'safe: no veto, and the answer passes the gate' : 'guard');
  const judged = {
    riskLevel: settled,
    intent,
    understanding,
    isTopicHit: topics.length > 0,
    answer: finding.probability,
    courtesy: courtesy.kind === 'none' ? 0 : courtesy.probability,
  };
  const answered = [...new Set(chosen.map(({ view }) => view.question.intent))];
  return {
    decision: {
      intent,
      riskLevel: settled,
      confidence: confidenceOf(judged),
      reply: passed ? said.reply : '',
      rationale: rationale({ intent, answered, riskLevel: settled, reason: decidedBy, used }),
      requiresCreator: settled !== 'safe',
      mediaAssetId: passed ? mediaAssetId : '',
    },
    trace: {
      ...traceOf({ understanding, finding, past, topics, decidedBy }),
      courtesy: { kind: courtesy.kind, probability: rounded(courtesy.probability) },
      suggestions:
        isHazardous || blockedBy !== ''
          ? []
          : suggestionsFor({ finding, composed, input, index, understanding }, settled === 'safe' ? 1 : 3),
      reasons: [...reasons],
      decidedBy,
      ...(isOff ? { trial: wouldBeSafe && passed ? 'automatic' : 'review' } : {}),
      claims: passed ? verdict.claims.map((claim) => ({ ...claim })) : [],
      breaches: verdict.breaches.map(({ kind, start, end }) => ({ kind, start, end })),
      itemsUsed: [...used],
      evidence: confidenceEvidence(judged).map(rounded),
    },
  };
}

/**
 * If the engine proposes no item, it proposes thanks or a greeting if the probability of the courtesy is at least this
 * value.
 */
const leastCourtesy = 0.4;

/** Returns the media asset of the first used item that has one; '' if no used item has one. */
function mediaOf(used: readonly string[], index: PersonaIndex): string {
  const assets = used.map((id) => index.items.find((item) => item.id === id)?.mediaAssetId ?? '');
  return assets.find((asset) => asset !== '') ?? '';
}
