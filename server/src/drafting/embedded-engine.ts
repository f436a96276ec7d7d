import type { RiskLevel } from '../domain/decision.ts';
import type { StageEnd } from '../domain/measures.ts';
import { compose } from './compose/compose.ts';
import { finalReply } from './compose/final-reply.ts';
import { planReply } from './compose/plan-reply.ts';
import { confidenceEvidence, confidenceOf } from './decide/confidence.ts';
import { type JudgedClause, judgeClauses } from './decide/judge-clauses.ts';
import { mainIntent } from './decide/main-intent.ts';
import { type PastHazard, pastHazards } from './decide/past-hazards.ts';
import { rationale } from './decide/rationale.ts';
import { reasonsToHold } from './decide/reasons.ts';
import { type TopicHit, topicHits } from './decide/topics.ts';
import type { DraftInput, DraftOutput, Engine, ModelLeave } from './engine.ts';
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
 * The engine that needs no model and no network: understands by a trained classifier and rules, answers with approved sentences word for word, and calls
 * `safe` only what every check agrees on. Pure: the same input gives the same bytes.
 */
export function createEmbeddedEngine(): Engine {
  return { name, isImmediate: true, draft };
}

async function draft(input: DraftInput, _leave?: ModelLeave, stageEnded?: StageEnd): Promise<DraftOutput> {
  const { persona } = input;
  const index = await readyIndex(persona);
  const ownNames = new Set(tokens(normalise(input.displayName)).map((token) => token.word));
  const isOwn = (word: string): boolean => ownNames.has(word) || index.vocabulary.has(stem(word));
  const understanding = await understand(input.message, persona.languages ?? ['en'], isOwn);
  stageEnded?.('understanding');
  const clauses = await judgeClauses(understanding, index, input.history, input.now, ownNames);
  stageEnded?.('retrieval');
  const past = await pastHazards(input.history);
  const topics = topicHits(
    persona,
    understanding.tokens,
    clauses.flatMap((clause) => (clause.item === null ? [] : [clause.item.topic])),
  );
  const intent = mainIntent(clauses, understanding);
  const thread = { message: input.message, history: input.history, now: input.now };
  const plan = planReply(clauses);
  const composed = compose(plan, persona, index.phrases, thread);
  const blockedBy = blockReason(understanding, topics);
  const reasons =
    blockedBy === ''
      ? reasonsToHold({ input, index, understanding, clauses, past, topics, intent, composed })
      : [blockedBy];
  const riskLevel: RiskLevel = blockedBy !== '' ? 'blocked' : reasons.length > 0 ? 'review' : 'safe';
  const said = finalReply({
    riskLevel,
    intent,
    reasons,
    composed,
    asksWhoAnswers: plan.discloses,
    answers: answersOf(index),
    persona,
    phrases: index.phrases,
    thread,
  });
  const mediaAssetId = mediaOf(said.used, index);
  stageEnded?.('composition');
  const verdict = guardReply({ reply: said.reply, usedItems: said.used, persona, now: input.now, mediaAssetId });
  stageEnded?.('guard');
  // A reply that the guard refuses is never shown, not even for review.
  const passed = said.reply === '' || verdict.passed;
  const settled = riskLevel === 'safe' && !passed ? 'review' : riskLevel;
  const used = passed ? said.used : [];
  const decidedBy = reasons[0] ?? (passed ? 'safe: every condition holds' : 'guard');
  const judged = { riskLevel: settled, intent, clauses, understanding, isTopicHit: topics.length > 0 };
  return {
    decision: {
      intent,
      riskLevel: settled,
      confidence: confidenceOf(judged),
      reply: passed ? said.reply : '',
      rationale: rationale({
        intent,
        answered: settled === 'safe' ? clauses.flatMap((clause) => (clause.item === null ? [] : [clause.intent])) : [],
        riskLevel: settled,
        reason: decidedBy,
        used,
      }),
      requiresCreator: settled !== 'safe',
      mediaAssetId: passed ? mediaAssetId : '',
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
  const topic = topics.find((hit) => hit.list === 'blockedTopics' && hit.isNamed);
  return topic === undefined ? '' : `topic:blockedTopics.${topic.index}`;
}

/** Ids of what a reply may answer with. */
function answersOf(index: PersonaIndex): ReadonlySet<string> {
  const known = answers.get(index);
  if (known !== undefined) return known;
  const disclosures = index.phrases.filter((phrase) => phrase.use === 'disclosure');
  const ids = new Set([...index.items, ...disclosures].map(({ id }) => id));
  answers.set(index, ids);
  return ids;
}

const answers = new WeakMap<PersonaIndex, ReadonlySet<string>>();

/** The asset of the first item of the reply that has one. */
function mediaOf(used: readonly string[], index: PersonaIndex): string {
  const assets = used.map((id) => index.items.find((item) => item.id === id)?.mediaAssetId ?? '');
  return assets.find((asset) => asset !== '') ?? '';
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
    topics: topics.map(({ list, index }) => ({ list, index })),
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
