import type { Intent } from '../../domain/decision.ts';
import { featureWords, wordingOf } from '../learned/features.ts';
import {
  type IntentChance,
  type LearnedRisk,
  type Span,
  understandingModel,
  type View,
} from '../learned/understanding-model.ts';
import { type Act, type Gate, mayBeAutomatic, policyFor } from '../policy-table.ts';
import { everydayWords, tellingEmoji } from '../text/lexicon.ts';
import { ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';
import { asksPrice } from './act.ts';
import { bounded, type Clause, clauses, mostClauses } from './clauses.ts';
import { type Hazard, idiomTokens } from './find-hazards.ts';
import { findHints } from './find-hints.ts';
import { type Language, languageOf } from './language.ts';
import { warmEmoji } from './mood.ts';
import { isKnownWord, read } from './read.ts';
import { coresOf } from './small-talk.ts';

export interface UnderstoodClause extends Clause {
  readonly intent: Intent;
  readonly act: Act;
  /** The most likely intents with their probabilities. */
  readonly scores: readonly IntentChance[];
  /** The policy table's gate; `context` for a harmless sentence that asks nothing. */
  readonly gate: Gate;
  /** An intent that is never automatic and that the clause may have in addition; null if there is none. */
  readonly alsoMeans: Intent | null;
  /** The words of the clause that may change the answer; null if the clause is nothing but small talk. */
  readonly core: Span | null;
}

export interface Understanding {
  readonly tokens: readonly Token[];
  /** Positions of the tokens that belong to an idiom. */
  readonly idiom: ReadonlySet<number>;
  readonly clauses: readonly UnderstoodClause[];
  /** The findings of the rules. Findings of level `review` are only evidence for `danger`. */
  readonly hazards: readonly Hazard[];
  /** The hazards that the classifier found in the whole message, in a clause, or in a window of words. */
  readonly risks: readonly LearnedRisk[];
  /** The probability that the message is hazardous, according to the classifier and the rules. */
  readonly danger: number;
  readonly whole: View;
  /** An intent that is never automatic and that the whole message may have in addition; null if there is none. */
  readonly alsoMeans: Intent | null;
  readonly language: Language;
  /**
   * True if the text is meant to be misread (invisible characters, look-alike letters, hidden words), or has too many
   * clauses.
   */
  readonly isDisguised: boolean;
}

/**
 * Reads a message: its clauses with their intents and acts, its dangers, and its language. `isOwn` returns true for the
 * creator's own words.
 */
export async function understand(
  message: string,
  languages: readonly string[],
  isOwn: (word: string) => boolean,
): Promise<Understanding> {
  const { normal, tokens, hazards, isDisguised } = read(message);
  const model = understandingModel();
  const all = clauses(normal, tokens);
  const parts = bounded(all);
  const signs = hazards.map(({ level }) => level);
  const sight = model.look(wordingOf(featureWords(tokens), findHints(tokens, hazards)), parts, signs);
  const { owner } = model.notes;
  const idiom = idiomTokens(tokens);
  const isEverydayToken = (token: Token, at: number): boolean =>
    idiom.has(at) ||
    (token.isEmoji
      ? !tellingEmoji.has(token.word)
      : token.forms.some((form) => everydayWords.has(form)) || isOwn(token.word) || /^\d+$/.test(token.word));
  const language = await languageOf(message, tokens, (word) => isKnownWord(word) || isOwn(word), languages);
  const judged = parts.map((clause, index) => {
    const view = sight.clauses[index] ?? sight.whole;
    const isEveryday = tokens
      .slice(clause.from, clause.to)
      .every((token, at) => isEverydayToken(token, clause.from + at));
    return judge(tokens, clause, view, isEveryday, owner.clause);
  });
  const cores = coresOf(tokens, judged, sight.talk);
  return {
    tokens,
    idiom,
    clauses: judged.map(({ isIntroduction: _, ...clause }, at) => ({ ...clause, core: cores[at] ?? null })),
    hazards,
    risks: sight.risks,
    danger: sight.danger,
    whole: sight.whole,
    alsoMeans:
      mayBeOwners(sight.whole, owner.whole) && !sight.clauses.every((view) => isPlainlyOpen(view, owner.clause))
        ? strictest(sight.whole)
        : null,
    language,
    isDisguised: isDisguised || all.length > mostClauses,
  };
}

/**
 * Below this probability, an intent that is never automatic is only a guess, unless other evidence shows that only the
 * creator can answer the message.
 */
const leastChance = 0.5;

function judge(
  list: readonly Token[],
  clause: Clause,
  view: View,
  isEveryday: boolean,
  ownerLimit: number,
): Omit<UnderstoodClause, 'core'> & { readonly isIntroduction: boolean } {
  const own = list.slice(clause.from, clause.to);
  const words = own.filter((token) => !token.isEmoji).length;
  const isMood = own.every((token) => token.isEmoji && warmEmoji.has(token.word));
  const intent = isMood ? 'praise' : likeliest(view, ownerLimit);
  // A clause asks something if it ends in a question mark or begins like a question. A question about the fan's own
  // affairs ("was I charged twice?") is an exception.
  const isQuestion = clause.isAsked || own[0]?.forms.some((form) => questionWords.has(form)) === true;
  const act =
    (isQuestion && view.act === 'status' && policyFor(intent).status === 'context') ||
    (intent === 'pricing' && view.act === 'request' && asksPrice(list, clause))
      ? 'question'
      : view.act;
  const asks = clause.isAsked || act !== 'status';
  const isLeadIn =
    !clause.isAsked && leadIns.find(list, clause.from, clause.to).some((hit) => hit.to - hit.from >= words);
  const isContext =
    words > 0 && (isLeadIn || (intent === 'unclear' && !asks && (isEveryday || view.owner < ownerLimit)));
  return {
    ...clause,
    intent,
    act,
    scores: view.intents.slice(0, 3),
    gate: isContext ? 'context' : policyFor(intent)[act],
    alsoMeans: !isMood && !isContext && mayBeOwners(view, ownerLimit) ? strictest(view) : null,
    isIntroduction: isLeadIn || (intent === 'greeting' && isEveryday),
  };
}

const questionWords = new Set('how when whens where wheres which who whos whose why'.split(' '));

/**
 * Returns the most likely intent. If that intent is only a guess, and no evidence shows that only the creator can
 * answer, returns the most likely of the intents that may be automatic.
 */
function likeliest({ intents, owner }: View, ownerLimit: number): Intent {
  const [first] = intents;
  if (first === undefined) return 'unclear';
  if (mayBeAutomatic(first.intent) || first.score >= leastChance || owner >= ownerLimit) return first.intent;
  return intents.find(({ intent }) => mayBeAutomatic(intent))?.intent ?? first.intent;
}

/** Returns true if only the creator may be able to answer the clause; false for a clear greeting, thanks or praise. */
function mayBeOwners({ intents, owner }: View, limit: number): boolean {
  const [first] = intents;
  if (first === undefined || (first.score >= 0.9 && policyFor(first.intent).question === 'always')) return false;
  return owner >= limit || intents.some(({ intent, score }) => score >= alsoMeant && isCreators(intent));
}

/**
 * Returns true if the clause, read alone, can clearly be automatic. A message of two such clauses does not need the
 * creator.
 */
function isPlainlyOpen({ automatic, owner }: View, limit: number): boolean {
  return automatic >= 0.85 && owner < limit;
}

/**
 * An intent that is never automatic applies in addition to a more likely one if its probability is at least this value.
 */
const alsoMeant = 0.33;

function isCreators(intent: Intent): boolean {
  return intent !== 'unclear' && !mayBeAutomatic(intent);
}

/** Returns the most likely of the intents that are never automatic; `unclear` if there is none. */
function strictest(view: View): Intent {
  return view.intents.find(({ intent }) => !mayBeAutomatic(intent))?.intent ?? 'unclear';
}

const leadIns = ruleBook(
  [
    'quick ~1 question|q ~2',
    'just|was wondering|curious',
    'i was ~1 wondering|curious ~1',
    'i have a ~1 question ~3',
    'sorry to bother ~2',
    'one more thing|question',
    'another question',
    'also',
    'btw',
    'please let me know ~2',
    'let me know ~2',
    'asking for a friend',
    'question ~2',
    'just ~1 wondering|curious|asking ~1',
    'please',
    'so',
    'and',
    'thanks',
    'not sure if ~4',
    'hope ~1 thats|its ok|okay',
    'if ~1 possible',
  ].map((pattern) => ({ id: 'lead-in', pattern: `^ ${pattern} $`, weight: 1 })),
);
