import type { Intent } from '../../domain/decision.ts';
import { type Act, type Gate, policyFor } from '../policy-table.ts';
import { everydayWords } from '../text/lexicon.ts';
import { createSpeller, withSpelling } from '../text/nearby.ts';
import { type NormalText, normalise } from '../text/normalise.ts';
import { ruleBook } from '../text/patterns.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { actOf } from './act.ts';
import { type Clause, clauses } from './clauses.ts';
import { findHazards, type Hazard, hazardVocabulary, idiomTokens } from './find-hazards.ts';
import { type Language, languageOf } from './language.ts';
import { markHazards } from './marks.ts';
import { reveal } from './reveal.ts';
import { type IntentScore, intentFloor, intentVocabulary, scoreIntents } from './score-intents.ts';

export interface UnderstoodClause extends Clause {
  readonly intent: Intent;
  readonly act: Act;
  readonly scores: readonly IntentScore[];
  /** What the policy table says; `context` for a harmless sentence that asks nothing. */
  readonly gate: Gate | 'context';
  /** An intent that is never automatic and speaks in the same clause. */
  readonly alsoMeans: Intent | null;
  /** Every word is an everyday one, the creator's own, or part of an idiom. */
  readonly isEveryday: boolean;
}

export interface Understanding {
  readonly tokens: readonly Token[];
  readonly clauses: readonly UnderstoodClause[];
  readonly hazards: readonly Hazard[];
  readonly language: Language;
  /** The text was made to be misread: invisible characters, look-alike letters, hidden words. */
  readonly isDisguised: boolean;
}

const hazardous = new Set(hazardVocabulary);
const intentWords = new Set(intentVocabulary);
const isKnownWord = (word: string): boolean => everydayWords.has(word) || intentWords.has(word) || hazardous.has(word);
const spell = createSpeller(
  [...hazardVocabulary.filter((word) => word.length > 6), ...everydayWords, ...intentVocabulary],
  hazardous,
);

export interface Reading {
  readonly normal: NormalText;
  readonly tokens: readonly Token[];
  readonly hazards: readonly Hazard[];
  readonly isDisguised: boolean;
}

/** The words of a text as they were meant, and every sign of danger in them. */
export function read(text: string): Reading {
  const normal = normalise(text);
  const plain = reveal(tokens(normal), hazardous);
  const spelled = withSpelling(plain.tokens, isKnownWord, spell);
  const hazards = [...findHazards(spelled), ...markHazards(normal.text, (at) => normal.offsets[at] ?? 0)];
  return {
    normal,
    tokens: spelled,
    hazards,
    isDisguised: plain.disguised > 0 || normal.hidden > 0 || normal.lookalikes > 0 || normal.stackedMarks > 0,
  };
}

/** Reads a message: its clauses with intent and act, what is dangerous in it, and its language. `isOwn` knows the creator's own words. */
export async function understand(
  message: string,
  languages: readonly string[],
  isOwn: (word: string) => boolean,
): Promise<Understanding> {
  const reading = read(message);
  const idiom = idiomTokens(reading.tokens);
  const isEverydayToken = (at: number): boolean => {
    const token = reading.tokens[at];
    return (
      token === undefined ||
      idiom.has(at) ||
      (token.isEmoji
        ? harmlessEmoji.has(token.word)
        : token.forms.some((form) => everydayWords.has(form)) || isOwn(token.word) || /^\d+$/.test(token.word))
    );
  };
  const language = await languageOf(message, reading.tokens, (word) => isKnownWord(word) || isOwn(word), languages);
  const understood = clauses(reading.normal, reading.tokens).map((clause) =>
    judge(reading.tokens, clause, isEverydayToken),
  );
  return {
    tokens: reading.tokens,
    clauses: understood,
    hazards: reading.hazards,
    language,
    isDisguised: reading.isDisguised,
  };
}

const harmlessEmoji = new Set([
  ...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍😊🙏😭😂👍💪🎉🥹🫶☺💓💞🤗😁😄🖤🌸🌟⭐👌😻🤣💀🥳👋🙂😀😃😅😆😇🌈☀🌻🌷🌹🌼🎶🎵🎨📸🍵☕🎂🎁🏆💐🤎😎🥲🤞✌🌙⚡🐱🐶🍀🎄🤓🙃😌👀🤔😢🧁🍪📦✈🌍🌎🌏🫡🥺😫🙈🙊🥲🤍💫🎸🎹🎤🎧🧶🪡🏺🖌🖼📚💌☕🌊🏔🍂🍁❄⛄',
]);
const warmEmoji = new Set([...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍🫶💓💞🤗😻🎉👍🌟⭐']);
const social = new Set<Intent>(['greeting', 'praise']);

function judge(list: readonly Token[], clause: Clause, isEverydayToken: (at: number) => boolean): UnderstoodClause {
  const { scores } = scoreIntents(list, clause.from, clause.to);
  const business = scores.find((entry) => !social.has(entry.intent));
  const kind = scores.find((entry) => social.has(entry.intent));
  const isMood = list.slice(clause.from, clause.to).every((token) => token.isEmoji && warmEmoji.has(token.word));
  const isQuestion = asksByForm(list, clause);
  const intent = isMood ? 'praise' : choose(business, kind?.intent === 'praise' && isQuestion ? undefined : kind);
  const act = actOf(list, clause, intent);
  let isEveryday = true;
  let words = 0;
  for (let at = clause.from; at < clause.to; at++) {
    if (!isEverydayToken(at)) isEveryday = false;
    if (list[at]?.isEmoji === false) words += 1;
  }
  const asks = clause.isAsked || act !== 'status';
  const isLeadIn =
    !clause.isAsked && leadIns.find(list, clause.from, clause.to).some((hit) => hit.to - hit.from >= words);
  const isContext = words > 0 && (isLeadIn || (intent === 'unclear' && isEveryday && !asks));
  const gate = isContext ? 'context' : policyFor(intent)[act];
  return {
    ...clause,
    intent,
    act,
    scores: scores.slice(0, 3),
    gate,
    alsoMeans: strictest(scores, intent, list, clause),
    isEveryday,
  };
}

/** It opens like a question, whatever kind words follow: "what's your favourite glaze?" is no praise. */
function asksByForm(list: readonly Token[], clause: Clause): boolean {
  const [first, second] = list.slice(clause.from, clause.to).map((token) => token.word);
  if (first === undefined || !questionOpeners.has(first)) return false;
  if (first === 'what' && (second === 'a' || second === 'an')) return false;
  return (
    clause.isAsked ||
    first !== 'how' ||
    ['do', 'did', 'much', 'many', 'long', 'can', 'is', 'are', 'old', 'does'].includes(second ?? '')
  );
}

const questionOpeners = new Set(
  'how what whats when where wheres why which who whos do does did is are can could will would should have has'.split(
    ' ',
  ),
);
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

/** Business before small talk; a hint is not enough where small talk is clear. */
function choose(business: IntentScore | undefined, kind: IntentScore | undefined): Intent {
  if (kind?.intent === 'greeting' && kind.score >= 5 && kind.score > (business?.score ?? 0)) return 'greeting';
  if (business !== undefined && business.score >= 3) return business.intent;
  if (kind !== undefined && kind.score >= intentFloor) return kind.intent;
  if (business !== undefined && business.score >= intentFloor) return business.intent;
  return 'unclear';
}

function strictest(
  scores: readonly IntentScore[],
  chosen: Intent,
  list: readonly Token[],
  clause: Clause,
): Intent | null {
  for (const { intent, score } of scores) {
    if (intent === chosen || score < 3 || social.has(intent)) continue;
    if (policyFor(intent)[actOf(list, clause, intent)] === 'never' && policyFor(intent).question === 'never')
      return intent;
  }
  return null;
}
