import type { Intent, RiskLevel } from '../../domain/decision.ts';

const names: Partial<Record<Intent, string>> = {
  content_question: 'a question about the work',
  content_request: 'a wish for new content',
  order_status: "a question about the sender's own order",
  access_problem: 'an access problem',
  opt_out: 'a wish to be left alone',
  minor_safety: 'a matter of the safety of a minor',
  identity: 'a question about who answers',
  legal: 'a legal matter',
  advice: 'a wish for advice that needs a person',
  giveaway: 'a giveaway question',
  unclear: 'a message that is not clear',
  sexual: 'sexual solicitation',
  personal: 'a personal matter',
  refund: 'a refund or return',
  billing: 'a billing matter',
  pricing: 'a question of price',
  purchase: 'a wish to buy',
  availability: 'a question of stock',
  shipping: 'a shipping question',
  booking: 'a booking',
  schedule: 'a question of when',
  manipulation: 'an attempt to steer the service',
  crisis: 'signs of a crisis',
};

/** One sentence for a person: what was understood, why it came out so, and on which items the reply rests. Nothing of the message is quoted. */
export function rationale(intent: Intent, riskLevel: RiskLevel, reason: string, used: readonly string[]): string {
  const about = names[intent] ?? intent;
  const rests = used.length === 0 ? '' : `; the reply rests on ${used.join(', ')}`;
  if (intent === 'crisis' && riskLevel === 'blocked')
    return `Understood ${about}: hand off to the creator now${rests}.`;
  if (riskLevel === 'blocked') return `Understood ${about}: blocked (${reasonInWords(reason)}).`;
  if (riskLevel === 'review')
    return `Understood ${about}: held for the creator because ${reasonInWords(reason)}${rests}.`;
  return `Understood ${about}: answered in approved words${rests}.`;
}

/** Why a decision is not `safe`, as it follows "because". */
export function reasonInWords(reason: string): string {
  const [rule = '', detail = ''] = reason.split(':');
  switch (rule) {
    case 'awaits-creator':
      return 'the conversation waits for the creator';
    case 'hazard':
      return `of a sign of ${detail.replaceAll('_', ' ')}`;
    case 'block':
      return `a clear sign of ${detail.replaceAll('_', ' ')}`;
    case 'history':
      return 'an earlier message in the thread was not safe';
    case 'topic':
      return detail.startsWith('blocked')
        ? 'a topic that is never drafted'
        : 'of a topic that always goes to the creator';
    case 'language':
      return detail === ''
        ? 'its language is not one this engine understands'
        : `it is written in a language this engine does not understand (${detail})`;
    case 'disguise':
      return 'the text is written to be misread';
    case 'never':
      return `this is never answered automatically (${detail})`;
    case 'also':
      return `it also speaks of ${detail.replaceAll('_', ' ')}`;
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
      return 'there is no approved phrase to answer with';
    default:
      return 'it is not clearly safe';
  }
}
