import { type Intent, intents, type RiskLevel } from '../../domain/decision.ts';
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

interface Told {
  readonly intent: Intent;
  /** The intents of the clauses that items answer. */
  readonly answered: readonly string[];
  readonly riskLevel: RiskLevel;
  /** The reason that decided. */
  readonly reason: string;
  /** Ids of what the reply rests on. */
  readonly used: readonly string[];
}

/** One sentence for a person: what was understood, why it came out so, and on which items the reply rests. Nothing of the message is quoted. */
export function rationale({ intent, answered, riskLevel, reason, used }: Told): string {
  // One question goes by the name of the whole, which may know better.
  const matters = [...new Set([intent, ...(answered.length > 1 ? answered : [])])].map(intentInWords);
  const about = `Understood ${matters.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
  const rests = restingOn(used);
  if (intent === 'crisis' && riskLevel === 'blocked') return `${about}: hand off to the creator now${rests}.`;
  if (riskLevel === 'safe') return `${about}: answered in approved words${rests}.`;
  const [rule, detail] = reason.split(':');
  const isItself = (rule === 'block' || rule === 'also') && detail === intent;
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

/** How a rationale says on what the reply rests. */
export function restingOn(items: readonly string[]): string {
  return items.length === 0 ? '' : `; the reply rests on ${items.join(', ')}`;
}

const alwaysTheirs = "that is always the creator's to answer";

/** Why a decision is not `safe`, as it follows "because". */
export function reasonInWords(reason: string): string {
  const [rule = '', detail = ''] = reason.split(':');
  switch (rule) {
    case 'awaits-creator':
      return 'the conversation waits for the creator';
    case 'hazard':
      return `it may hold ${intentInWords(detail)}`;
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
      return 'the text is written to be misread';
    case 'never':
      return neverInWords(detail);
    case 'also':
      return detail === 'unclear' ? 'not all of it was understood' : `it may also be ${intentInWords(detail)}`;
    case 'no-item':
      return detail === 'margin'
        ? 'two approved items answer it about equally well'
        : detail === 'none' || detail === 'floor'
          ? 'no approved item answers it'
          : 'no approved item answers all that it names';
    case 'own':
      return "it asks about the sender's own affairs";
    case 'aside':
      return 'it tells something that the answer may depend on';
    case 'said-otherwise':
      return 'the creator wrote something of their own in the thread that may bear on it';
    case 'emoji':
      return 'it holds a sign whose meaning is not plain';
    case 'words':
      return 'not every word of it was understood';
    case 'unclear':
      return 'not all of it was understood';
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

/** An intent as people name it; a name that is none as it stands. */
export function intentInWords(name: string): string {
  const intent = intents.find((one) => one === name);
  return intent === undefined ? name.replaceAll('_', ' ') : names[intent];
}

/** Of `refund.demand`, or of an intent alone. */
function neverInWords(detail: string): string {
  const [intent = '', act] = detail.split('.');
  if (intent === 'unclear') return 'not all of it was understood';
  if (act === 'demand') return 'it insists on something';
  const mayBeAsked = intents.some((one) => one === intent && policyFor(one).question !== 'never');
  if (act === 'request' && mayBeAsked) return 'it wants something done, and not only to know';
  if (act === 'status' && mayBeAsked) return "it tells of something that is the creator's to answer";
  return alwaysTheirs;
}

/** In English wherever the service runs. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
