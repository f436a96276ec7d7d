import type { RiskLevel } from '../../domain/decision.ts';
import { type Intent, intents } from '../../domain/intents.ts';
import { mayBeAutomatic, policyFor } from '../policy-table.ts';

interface RationaleInput {
  readonly intent: Intent;
  /** The intents of the clauses that items answer. */
  readonly answered: readonly string[];
  readonly riskLevel: RiskLevel;
  /** The deciding reason. */
  readonly reason: string;
  /** The ids of the items that support the reply. */
  readonly used: readonly string[];
}

/**
 * Explains a decision to a person in one sentence: the understanding of the message, the reason for the decision, and
 * the items that support the reply. The sentence quotes nothing from the message.
 */
export function rationale({ intent, answered, riskLevel, reason, used }: RationaleInput): string {
  // A single question is named by the intent of the whole message, which may be more accurate.
  const matters = [...new Set([intent, ...(answered.length > 1 ? answered : [])])].map(intentInWords);
  const about = `Understood as ${matters.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
  const rests = supportedBy(used);
  if (intent === 'crisis' && riskLevel === 'blocked') return `${about}: hand off to the creator now${rests}.`;
  if (riskLevel === 'safe') return `${about}: answered in approved words${rests}.`;
  const [rule, detail] = reason.split(':');
  const isItself = rule === 'block' && detail === intent;
  if (riskLevel === 'blocked')
    return `${about}: blocked${isItself ? '' : ` because ${reasonInWords(reason)}`}; no reply is drafted.`;
  const isTheirs = rule === 'hazard' && intent !== 'unclear' && !mayBeAutomatic(intent);
  const why = isItself
    ? alwaysTheirs
    : isTheirs
      ? `${alwaysTheirs}, and ${reasonInWords(reason)}`
      : reasonInWords(reason);
  return `${about}: held for the creator because ${why}${rests}.`;
}

/** Returns the part of a rationale that names the items that support the reply; '' if there are none. */
export function supportedBy(items: readonly string[]): string {
  return items.length === 0 ? '' : `; the reply rests on ${items.join(', ')}`;
}

const alwaysTheirs = 'only the creator answers such messages';

/** The reasons why a decision is not `safe`, worded to follow "because": by rule, or by rule and detail. */
const reasons: Readonly<Record<string, string>> = {
  'awaits-creator': 'the conversation is already waiting for the creator',
  hazard: 'it may contain {intent}',
  doubt: 'it might contain {intent}, and the proposed answer is not certain enough to rule that out',
  block: 'it clearly contains {intent}',
  history: 'an earlier message in the thread was not safe',
  'topic:blockedTopics': 'it is about a topic that the creator has blocked',
  topic: 'it is about a topic that always goes to the creator',
  'language:': 'it is in a language that this engine does not understand',
  language: 'it is written in {language}, which this engine does not understand',
  disguise: 'the text hides letters or words',
  contradicts: 'it names a place, day, size, or number that the approved answer does not cover',
  sign: 'it has an emoji that may change what the words mean',
  unread: 'this engine does not understand part of it',
  'always-ask': 'you asked to approve this answer each time',
  unsure: "the proposed answer may be incomplete; if it is complete, add the fan's wording to its item",
  'no-item': "no approved item seems to answer it; add one, or add the fan's wording to an existing one",
  autonomy: 'automatic answers are turned off for this workspace',
  withheld: 'this answer was often edited or rejected, so it is only proposed until you change or release it',
  'model:review': 'the language model saw a risk',
  'model:blocked': 'the language model saw a risk',
  'model:topic': 'the language model saw one of the topics that always go to the creator',
  'model:open': 'the language model found no approved answer to part of it',
  'model:none': 'the language model found no approved answer',
  'model:disagree': 'the language model and the classifier disagree on the answer',
  'model:steered': 'the message names an answer by its ID, which fans never see',
  model: 'the language model took it for {intent}',
  'said-otherwise': 'the creator wrote something in the thread that may affect the answer',
  guard: 'the reply did not pass the guard',
  fit: 'the answer is too long or does not fit the voice',
  nothing: 'no approved phrase answers it',
};

/** Returns the reason why a decision is not `safe`, worded to follow "because". */
export function reasonInWords(reason: string): string {
  const [rule = '', detail = ''] = reason.split(':');
  if (rule === 'never') return neverInWords(detail);
  const [matter = ''] = detail.split('.');
  const words = reasons[`${rule}:${matter}`] ?? reasons[rule] ?? 'it is not clearly safe';
  return words
    .replace('{intent}', () => intentInWords(detail))
    .replace('{language}', () => languageNames.of(detail) ?? detail);
}

/** Returns the everyday name of an intent; for an unknown name, the name with spaces in place of underscores. */
export function intentInWords(name: string): string {
  const intent = intents.find((one) => one === name);
  return intent === undefined ? name.replaceAll('_', ' ') : policyFor(intent).name;
}

/** Returns the reason why an intent with its act, such as `refund.demand`, or an intent alone, is never automatic. */
function neverInWords(detail: string): string {
  const [intent = '', act] = detail.split('.');
  if (intent === 'unclear') return 'this engine did not understand all of it';
  if (act === 'demand') return 'it insists on something';
  const mayBeAsked = intents.some((one) => one === intent && policyFor(one).question !== 'never');
  if (act === 'request' && mayBeAsked) return 'it asks for an action, and not only for information';
  if (act === 'status' && mayBeAsked) return 'it describes a situation that only the creator can answer';
  return alwaysTheirs;
}

/** Language names are in English, regardless of the machine's locale. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
