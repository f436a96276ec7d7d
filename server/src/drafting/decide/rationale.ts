import type { RiskLevel } from '../../domain/decision.ts';
import { type Intent, intents } from '../../domain/intents.ts';
import { mayBeAutomatic, policyFor } from '../policy-table.ts';

const names: Readonly<Record<Intent, string>> = {
  greeting: 'a greeting',
  praise: 'praise',
  content_question: 'a question about the work',
  content_request: 'a wish for new content',
  schedule: 'a question of when',
  pricing: 'a question of price',
  purchase: 'a wish to buy',
  availability: 'a question of what is available',
  shipping: 'a shipping question',
  order_status: "a question about the sender's own order",
  access_problem: 'an access problem',
  refund: 'a refund or return',
  billing: 'a billing matter',
  booking: 'a booking',
  collaboration: 'a wish to work together',
  giveaway: 'a giveaway question',
  personal: 'a personal matter',
  identity: 'a question about who answers',
  feedback: 'feedback',
  complaint: 'a complaint',
  advice: 'a wish for advice that needs a person',
  legal: 'a legal matter',
  opt_out: 'a wish to be left alone',
  crisis: 'signs of a crisis',
  harassment: 'harassment',
  threat: 'a threat',
  sexual: 'sexual solicitation',
  minor_safety: 'a matter of the safety of a minor',
  spam: 'spam',
  manipulation: 'an attempt to steer the service',
  unclear: 'a message that is not clear',
};

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
 * One sentence for a person: the understanding of the message, the reason for the decision, and the items that support
 * the reply. It quotes nothing from the message.
 */
export function rationale({ intent, answered, riskLevel, reason, used }: RationaleInput): string {
  // A single question is named by the intent of the whole message, which may be more accurate.
  const matters = [...new Set([intent, ...(answered.length > 1 ? answered : [])])].map(intentInWords);
  const about = `Understood ${matters.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
  const rests = supportedBy(used);
  if (intent === 'crisis' && riskLevel === 'blocked') return `${about}: hand off to the creator now${rests}.`;
  if (riskLevel === 'safe') return `${about}: answered in approved words${rests}.`;
  const [rule, detail] = reason.split(':');
  const isItself = rule === 'block' && detail === intent;
  if (riskLevel === 'blocked')
    return `${about}: blocked${isItself ? '' : ` because ${reasonInWords(reason)}`}; nothing is drafted.`;
  const isTheirs = rule === 'hazard' && intent !== 'unclear' && !mayBeAutomatic(intent);
  const why = isItself
    ? alwaysTheirs
    : isTheirs
      ? `${alwaysTheirs}, and ${reasonInWords(reason)}`
      : reasonInWords(reason);
  return `${about}: held for the creator because ${why}${rests}.`;
}

/** The part of a rationale that names the items that support the reply. */
export function supportedBy(items: readonly string[]): string {
  return items.length === 0 ? '' : `; the reply rests on ${items.join(', ')}`;
}

const alwaysTheirs = "that is always the creator's to answer";

/** The reason why a decision is not `safe`, worded to follow "because". */
export function reasonInWords(reason: string): string {
  const [rule = '', detail = ''] = reason.split(':');
  switch (rule) {
    case 'awaits-creator':
      return 'the conversation is already waiting for the creator';
    case 'hazard':
      return `it may hold ${intentInWords(detail)}`;
    case 'doubt':
      return `it might hold ${intentInWords(detail)}, and the proposed answer is not certain enough to rule that out`;
    case 'block':
      return `it plainly holds ${intentInWords(detail)}`;
    case 'history':
      return 'an earlier message in the thread was not safe';
    case 'topic':
      return detail.startsWith('blocked')
        ? 'it speaks of a topic that is never drafted'
        : 'it speaks of a topic that always goes to the creator';
    case 'language':
      return detail === ''
        ? 'its language is not one this engine understands'
        : `it is written in ${languageNames.of(detail) ?? detail}, which this engine does not understand`;
    case 'disguise':
      return 'the text hides letters or words';
    case 'never':
      return neverInWords(detail);
    case 'contradicts':
      return 'it names a place, day, size or number that the approved answer does not cover';
    case 'sign':
      return 'it has an emoji that may change what the words mean';
    case 'unread':
      return 'part of it is in words or a language that are not understood';
    case 'always-ask':
      return 'you asked to approve this answer each time';
    case 'unsure':
      return 'it is not certain that the proposed answer is complete; if it is, teach this wording to its item';
    case 'no-item':
      return 'no approved item seems to answer it; add one, or teach this wording to an item';
    case 'autonomy':
      return 'automatic answers are turned off for this workspace';
    case 'withheld':
      return 'this answer was edited or rejected often, and is only proposed until you change or release it';
    case 'model':
      return modelInWords(detail);
    case 'said-otherwise':
      return 'the creator wrote something of their own in the thread that may bear on it';
    case 'guard':
      return 'the reply did not pass the guard';
    case 'fit':
      return 'the answer does not fit the length or the voice';
    case 'nothing':
      return 'no approved phrase answers it';
    default:
      return 'it is not clearly safe';
  }
}

/** The reason why a language model's reading holds a message back. */
function modelInWords(detail: string): string {
  switch (detail) {
    case 'review':
    case 'blocked':
      return 'the language model saw a risk';
    case 'topic':
      return 'the language model saw one of the topics that always go to the creator';
    case 'open':
      return 'the language model found no approved answer to a part of it';
    case 'none':
      return 'the language model found no approved answer';
    case 'disagree':
      return 'the language model and the classifier disagree on the answer';
    case 'steered':
      return 'the message names an answer by its id, which fans are never shown';
    default:
      return `the language model took it for ${intentInWords(detail)}`;
  }
}

/** The everyday name of an intent; an unknown name is returned unchanged. */
export function intentInWords(name: string): string {
  const intent = intents.find((one) => one === name);
  return intent === undefined ? name.replaceAll('_', ' ') : names[intent];
}

/** For `refund.demand`, or for an intent alone. */
function neverInWords(detail: string): string {
  const [intent = '', act] = detail.split('.');
  if (intent === 'unclear') return 'not all of it was understood';
  if (act === 'demand') return 'it insists on something';
  const mayBeAsked = intents.some((one) => one === intent && policyFor(one).question !== 'never');
  if (act === 'request' && mayBeAsked) return 'it wants something done, and not only to know';
  if (act === 'status' && mayBeAsked) return "it tells of something that is the creator's to answer";
  return alwaysTheirs;
}

/** In English, wherever the service runs. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
