import type { Intent, RiskLevel } from '../domain/decision.ts';
import { type Composed, compose, phraseFor } from './compose/compose.ts';
import { confidenceEvidence, confidenceOf } from './decide/confidence.ts';
import { type JudgedClause, judgeClauses } from './decide/judge-clauses.ts';
import { mainIntent } from './decide/main-intent.ts';
import { type PastHazard, pastHazards } from './decide/past-hazards.ts';
import { rationale } from './decide/rationale.ts';
import { reasonsToHold } from './decide/reasons.ts';
import { type TopicHit, topicHits } from './decide/topics.ts';
import type { DraftInput, DraftOutput, Engine } from './engine.ts';
import { guardReply } from './guard/guard-reply.ts';
import { understandingModel } from './learned/understanding-model.ts';
import { type PersonaIndex, readyIndex } from './retrieve/persona-index.ts';
import { retrievalThresholds } from './retrieve/retrieve.ts';
import { normalise } from './text/normalise.ts';
import { stem } from './text/stem.ts';
import { tokens } from './text/tokens.ts';
import type { DraftTrace } from './trace.ts';
import { type Understanding, understand } from './understand/understand.ts';

const name = 'embedded';
const version = 1;

/**
 * The engine that needs no model and no network: understands by rules, answers with approved sentences word for word, and calls
 * `safe` only what every check agrees on. Pure: the same input gives the same bytes.
 */
export function createEmbeddedEngine(): Engine {
  return { name, draft };
}

async function draft(input: DraftInput): Promise<DraftOutput> {
  const { persona } = input;
  const index = await readyIndex(persona);
  const ownNames = new Set(tokens(normalise(input.displayName)).map((token) => token.word));
  const isOwn = (word: string): boolean => ownNames.has(word) || index.vocabulary.has(stem(word));
  const understanding = await understand(input.message, persona.languages ?? ['en'], isOwn);
  const clauses = judgeClauses(understanding, index, input.history, input.now);
  const past = await pastHazards(input.history);
  const topics = topicHits(
    persona,
    understanding.tokens,
    clauses.flatMap((clause) => (clause.item === null ? [] : [clause.item.topic])),
  );
  const intent = mainIntent(clauses, understanding);
  const composed = composeFor(clauses, input, index);
  const blockedBy = blockReason(understanding, topics);
  const reasons =
    blockedBy === '' ? reasonsToHold({ input, understanding, clauses, past, topics, intent, composed }) : [blockedBy];
  const riskLevel: RiskLevel = blockedBy !== '' ? 'blocked' : reasons.length > 0 ? 'review' : 'safe';
  const said = finalReply(riskLevel, intent, composed, input, index);
  const verdict = guardReply({ reply: said.reply, usedItems: said.used, persona, now: input.now });
  // A reply that the guard refuses is never shown, not even for review.
  const passed = said.reply === '' || verdict.passed;
  const settled = riskLevel === 'safe' && !passed ? 'review' : riskLevel;
  const used = passed ? said.used : [];
  const decidedBy = reasons[0] ?? (passed ? 'safe: every condition holds' : 'guard');
  const judged = { riskLevel: settled, intent, clauses, understanding, isTopicHit: topics.length > 0 };
  const media = index.items.find((item) => used.includes(item.id) && item.mediaAssetId !== '');
  return {
    decision: {
      intent,
      riskLevel: settled,
      confidence: confidenceOf(judged),
      reply: passed ? said.reply : '',
      rationale: rationale(intent, settled, decidedBy, used),
      requiresCreator: settled !== 'safe',
      mediaAssetId: media?.mediaAssetId ?? '',
    },
    trace: {
      ...traceOf(understanding, clauses, past, topics),
      reasons: [...reasons],
      decidedBy,
      claims: passed ? verdict.claims.map((claim) => ({ ...claim })) : [],
      breaches: verdict.breaches.map(({ kind, start, end }) => ({ kind, start, end })),
      itemsUsed: [...used],
      evidence: confidenceEvidence(judged).map(rounded),
    } satisfies DraftTrace,
  };
}

function blockReason(understanding: Understanding, topics: readonly TopicHit[]): string {
  const hazard = [...understanding.hazards, ...understanding.risks].find((found) => found.level === 'block');
  if (hazard !== undefined) return `block:${hazard.category}`;
  const topic = topics.find((hit) => hit.list === 'blockedTopics');
  return topic === undefined ? '' : `topic:blockedTopics.${topic.index}`;
}

function composeFor(clauses: readonly JudgedClause[], input: DraftInput, index: PersonaIndex): Composed {
  const items = [...new Set(clauses.flatMap((clause) => (clause.item === null ? [] : [clause.item])))];
  const isFirst = !input.history.some((message) => message.direction === 'outbound');
  const greets = clauses.some((clause) => clause.intent === 'greeting') || (isFirst && items.length > 0);
  const thanks = clauses.some(
    (clause) => clause.intent === 'praise' || (clause.intent === 'feedback' && clause.held === ''),
  );
  return compose({ greets, thanks, items }, input.persona, index.phrases, input.history);
}

/** Blocked: nothing, but the support phrase in a crisis. Review: the disclosure for identity, else the partial draft, else the holding phrase. */
function finalReply(
  riskLevel: RiskLevel,
  intent: Intent,
  composed: Composed,
  input: DraftInput,
  index: PersonaIndex,
): { reply: string; used: readonly string[] } {
  const phrase = (use: 'support' | 'disclosure' | 'holding'): { reply: string; used: readonly string[] } => {
    const part = phraseFor(use, input.persona, index.phrases);
    return part === undefined ? { reply: '', used: [] } : { reply: part.text, used: [part.id] };
  };
  if (riskLevel === 'blocked') return intent === 'crisis' ? phrase('support') : { reply: '', used: [] };
  if (riskLevel === 'safe') return composed;
  if (intent === 'identity') return phrase('disclosure');
  const answers = index.items.some((item) => composed.used.includes(item.id));
  return answers ? composed : phrase('holding');
}

function traceOf(
  understanding: Understanding,
  clauses: readonly JudgedClause[],
  past: readonly PastHazard[],
  topics: readonly TopicHit[],
) {
  return {
    engine: name,
    version,
    language: {
      found: understanding.language.found,
      expected: [...understanding.language.expected],
      isUnderstood: understanding.language.isUnderstood,
    },
    clauses: clauses.map((clause) => ({
      start: clause.start,
      end: clause.end,
      intent: clause.intent,
      act: clause.act,
      scores: clause.scores.map(({ intent, score }) => ({ intent, score: rounded(score) })),
      gate: clause.gate,
      candidates: clause.candidates.map(({ item, score, coverage, lack }) => ({ id: item.id, score, coverage, lack })),
      itemId: clause.item?.id ?? null,
      outcome: clause.held === '' ? 'passed' : clause.held,
    })),
    hazards: understanding.hazards.map((hazard) => ({ ...hazard })),
    danger: rounded(understanding.danger),
    risks: understanding.risks.map(({ category, level, view, from, to }) => ({
      category,
      level,
      view,
      start: understanding.tokens[from]?.start ?? 0,
      end: understanding.tokens[to - 1]?.end ?? 0,
    })),
    whole: {
      scores: understanding.whole.intents.slice(0, 3).map(({ intent, score }) => ({ intent, score: rounded(score) })),
      automatic: rounded(understanding.whole.automatic),
    },
    history: past.map((hazard) => ({ ...hazard })),
    topics: topics.map((topic) => ({ ...topic })),
    thresholds: {
      danger: understandingModel().notes.danger.hold,
      retrievalFloor: retrievalThresholds().floor,
      retrievalMargin: retrievalThresholds().margin,
    },
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
