import type { RiskLevel } from '../../domain/decision.ts';
import { type Intent, type IntentWords, intents, intentWords } from '../../domain/intents.ts';
import { mayBeAutomatic, policyFor } from '../policy-table.ts';

const list = new Intl.ListFormat('en');

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
 * Explains a decision to a person in short sentences: how the message was understood, the reason for the decision, and
 * the items that support the reply. The sentences quote nothing from the message.
 */
export function rationale({ intent, answered, riskLevel, reason, used }: RationaleInput): string {
  // The intent of the whole message may be more accurate than the intent of its only question, so it takes precedence.
  const about = understoodAs([...new Set([intent, ...(answered.length > 1 ? answered : [])])]);
  if (intent === 'crisis' && riskLevel === 'blocked')
    return sentences(about, 'Hand the conversation off to the creator now', supportedBy('The proposed reply', used));
  if (riskLevel === 'safe') return sentences(about, supportedBy('The reply', used));
  const [rule, detail] = reason.split(':');
  const isItself = rule === 'block' && detail === intent;
  if (riskLevel === 'blocked')
    return isItself
      ? sentences(`${about}, so Understudy drafts no reply`)
      : sentences(about, `Understudy drafts no reply because ${reasonInWords(reason)}`);
  const isTheirs = rule === 'hazard' && intent !== 'unclear' && !mayBeAutomatic(intent);
  const why = isItself
    ? alwaysTheirs
    : isTheirs
      ? `${alwaysTheirs}, and ${reasonInWords(reason)}`
      : reasonInWords(reason);
  return sentences(about, `It is left to the creator because ${why}`, supportedBy('The proposed reply', used));
}

/** Returns the part of a rationale that names the items that support the reply. */
export function approvedTextFrom(items: readonly string[]): string {
  return `approved text from ${list.format(items)}`;
}

function supportedBy(reply: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${reply} uses ${approvedTextFrom(items)}`;
}

/** Returns a sentence that names the intents of a message, without its full stop. */
function understoodAs(matters: readonly string[]): string {
  const [matter = '', ...others] = matters.length > 1 ? matters.filter((one) => one !== 'unclear') : matters;
  if (others.length > 0) return `The message contains ${list.format([matter, ...others].map(intentInWords))}`;
  return `The message ${wordsOf(matter)?.predicate ?? `is ${intentInWords(matter)}`}`;
}

function sentences(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text) => `${text}.`)
    .join(' ');
}

const alwaysTheirs = 'only the creator answers such messages';

/**
 * The reasons why a decision is not `safe`, by rule, or by rule and detail. Each reason is worded to follow "because".
 */
const reasons: Readonly<Record<string, string>> = {
  'awaits-creator': 'the conversation is already waiting for the creator',
  hazard: 'the message may contain {intent}',
  doubt: 'the message might contain {intent}, and the proposed answer is not entirely certain',
  block: 'the message clearly contains {intent}',
  history: 'an earlier message in the thread was not safe',
  'topic:blockedTopics': 'the message is about a topic that the creator has blocked',
  topic: 'the message is about a topic that the creator always wants to handle personally',
  'language:': 'the message is in a language that Understudy does not understand',
  language: 'the message is written in {language}, which Understudy does not understand',
  disguise: 'the message contains hidden letters or words',
  contradicts: 'the message mentions a place, day, size, or number that the approved answer does not cover',
  sign: 'the message contains an emoji that may change the meaning of the words',
  unread: 'Understudy does not understand part of the message',
  'always-ask': 'the creator wants to approve this answer each time',
  unsure:
    "the proposed answer may be incomplete. If the answer is complete, add the fan's wording to its item's training phrases",
  'no-item': 'no approved item seems to answer the message. Add an item or a training phrase',
  autonomy: 'automatic answers are turned off for this workspace',
  withheld:
    'the creator often edited or rejected this answer, so Understudy only proposes it until its item is changed or released',
  'model:review': 'the language model saw a risk',
  'model:blocked': 'the language model saw a risk',
  'model:topic': 'the language model saw one of the topics that the creator always wants to handle personally',
  'model:open': 'the language model found no approved answer to part of the message',
  'model:none': 'the language model found no approved answer',
  'model:disagree': 'the language model and the classifier disagree on the answer',
  'model:steered': 'the message names an answer by its ID, which fans never see',
  model: 'the language model found {intent} in the message',
  'said-otherwise': 'the creator wrote something in the thread that may affect the answer',
  guard: 'the reply did not pass the guard',
  fit: "the answer is too long or does not fit the creator's voice",
  nothing: 'no approved phrase answers the message',
};

/** Returns the reason why a decision is not `safe`, worded to follow "because". */
export function reasonInWords(reason: string): string {
  const [rule = '', detail = ''] = reason.split(':');
  if (rule === 'never') return neverInWords(detail);
  const [matter = ''] = detail.split('.');
  const words = reasons[`${rule}:${matter}`] ?? reasons[rule] ?? 'the message is not clearly safe';
  return words
    .replace('{intent}', () => intentInWords(detail))
    .replace('{language}', () => languageNames.of(detail) ?? detail);
}

/**
 * Returns the everyday name of an intent. For an unknown intent, returns its name with spaces in place of underscores.
 */
export function intentInWords(name: string): string {
  return wordsOf(name)?.name ?? name.replaceAll('_', ' ');
}

function wordsOf(name: string): IntentWords | undefined {
  const intent = intents.find((one) => one === name);
  return intent && intentWords[intent];
}

/** Returns the reason why an intent, or an intent with its act such as `refund.demand`, is never automatic. */
function neverInWords(detail: string): string {
  const [intent = '', act] = detail.split('.');
  if (intent === 'unclear') return 'Understudy did not understand the whole message';
  if (act === 'demand') return 'the message makes a demand';
  const mayBeAsked = intents.some((one) => one === intent && policyFor(one).question !== 'never');
  if (act === 'request' && mayBeAsked) return 'the message asks for an action, and not only for information';
  if (act === 'status' && mayBeAsked) return 'the message describes a situation that only the creator can respond to';
  return alwaysTheirs;
}

/** Language names are in English, regardless of the machine's locale. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
