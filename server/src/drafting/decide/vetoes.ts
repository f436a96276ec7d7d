import type { Intent } from '../../domain/decision.ts';
import type { LikelyItem } from '../answer/find-answer.ts';
import type { DraftInput } from '../engine.ts';
import { mayBeAutomatic, policyFor } from '../policy-table.ts';
import { contradicts, uncoveredEntities } from '../retrieve/covers.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import type { Understanding } from '../understand/understand.ts';
import { isAnswerPromised, mayContradict } from './creator-statements.ts';
import type { PastHazard } from './past-hazards.ts';
import type { TopicHit } from './topics.ts';
import { hasTellingEmoji } from './unknown-parts.ts';

export interface VetoInput {
  readonly input: DraftInput;
  readonly index: PersonaIndex;
  readonly understanding: Understanding;
  readonly past: readonly PastHazard[];
  readonly topics: readonly TopicHit[];
  readonly chosen: readonly LikelyItem[];
  /**
   * True if a model read the message in a language that the classifier was not trained on, and if the message contains
   * no danger words of that language.
   */
  readonly isForeign: boolean;
  /** The result of `neverAutomatic`. */
  readonly never: readonly string[];
  /**
   * The probability, 0 to 1, that the chosen items answer the message completely, by the embedded evidence alone; 0 for
   * a friendly line and for items that a model chose.
   */
  readonly certainty: number;
}

/**
 * If the reply's probability of being correct is at least this value, a merely possible hazard does not hold the
 * message back.
 */
const sureDespiteDoubt = 0.96;
/**
 * The intents for which even a mild sign holds a message back. This rule costs three of 2,463 answerable messages, and
 * stops attacks that the classifier mistakes for questions. Mild signs of other intents are only evidence.
 */
const heldBySigns: ReadonlySet<Intent> = new Set<Intent>(['manipulation']);
/**
 * If an intent that is never automatic has at least this probability, no automatic answer is given, however likely an
 * item is.
 */
const plainIntent = 0.6;

/**
 * Returns the reasons against an automatic answer, most important first. These reasons apply regardless of the evidence
 * for an answer.
 */
export function vetoes({
  input,
  index,
  understanding,
  past,
  topics,
  chosen,
  isForeign,
  never,
  certainty,
}: VetoInput): string[] {
  const reasons: string[] = [];
  const { hazards, risks, language, isDisguised } = understanding;
  if (input.awaitsCreator || isAnswerPromised(input.history, index)) reasons.push('awaits-creator');
  if (past.length > 0) reasons.push('history');
  for (const { category, level } of hazards)
    if (level === 'block' || heldBySigns.has(category)) reasons.push(`hazard:${category}`);
  // The language is checked before the classifier's findings, because the classifier understands only the languages
  // that it was trained on.
  if (!language.isUnderstood) reasons.push(`language:${language.found === 'en' ? '' : language.found}`);
  if (!isForeign)
    for (const { category, level } of risks)
      if (level !== 'doubt') reasons.push(`hazard:${category}`);
      else if (certainty < sureDespiteDoubt) reasons.push(`doubt:${category}`);
  for (const { list, index: place } of topics) reasons.push(`topic:${list}.${place}`);
  if (isDisguised) reasons.push('disguise');
  if (hasTellingEmoji(input.message, index)) reasons.push('sign');
  for (const matter of never) reasons.push(`never:${matter}`);
  for (const { item, view } of chosen) {
    if (!item.isAutomatic) reasons.push(`always-ask:${item.id}`);
    if (input.withheld?.includes(item.id)) reasons.push(`withheld:${item.id}`);
    const { entities, intent, now } = view.question;
    const missing = uncoveredEntities(item, entities, { now, intent, home: index.home });
    if (missing.some((kind) => contradicts(kind, item))) reasons.push(`contradicts:${item.id}`);
    if (mayContradict(input.history, index, item)) reasons.push('said-otherwise');
  }
  return [...new Set(reasons)];
}

/**
 * Returns the intents and acts, such as `refund.demand`, that the message clearly contains and for which the policy
 * table never allows an automatic answer.
 */
export function neverAutomatic({ whole, clauses }: Understanding): string[] {
  const [first] = whole.intents;
  const found: string[] = [];
  if (first !== undefined && first.score >= plainIntent && isCreators(first.intent)) found.push(first.intent);
  for (const { intent, act, scores } of clauses) {
    const plain = scores[0]?.intent === intent && (scores[0]?.score ?? 0) >= plainIntent;
    // A greeting or praise never insists on anything, even if its verbs suggest that it does.
    const isKind = policyFor(intent).question === 'always';
    if (plain && !isKind && intent !== 'unclear' && policyFor(intent)[act] === 'never') found.push(`${intent}.${act}`);
  }
  return found;
}

/** Returns the reason why nothing may be drafted at all; '' if a draft is allowed. */
export function blockReason({ hazards, risks }: Understanding, topics: readonly TopicHit[]): string {
  const hazard = [...hazards, ...risks].find((found) => found.level === 'block');
  if (hazard !== undefined) return `block:${hazard.category}`;
  const topic = topics.find((hit) => hit.list === 'blockedTopics' && hit.isNamed);
  return topic === undefined ? '' : `topic:blockedTopics.${topic.index}`;
}

function isCreators(intent: Intent): boolean {
  return intent !== 'unclear' && !mayBeAutomatic(intent);
}
